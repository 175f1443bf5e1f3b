package io.tapline.engine.read.webhook;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.model.WebhookProgress;
import java.time.Instant;

/** A webhook with the state of its deliveries. */
public record WebhookView(@JsonUnwrapped Webhook.View webhook, Delivery delivery) {

  /** Whether events reach the receiver. */
  public enum DeliveryStatus {
    /** No event waits for a retry. */
    OK,
    /** At least one event waits for a retry. */
    FAILING,
    /** The server sends nothing, because its deliveries are fenced. */
    FENCED
  }

  /**
   * The state of the deliveries.
   *
   * @param failingSince null unless an event waits for a retry
   * @param lastError the error of the newest failed try
   * @param retrying number of events that wait for a retry, or behind one of the same job
   */
  public record Delivery(
      DeliveryStatus status, Instant failingSince, String lastError, int retrying) {}

  static WebhookView of(Webhook webhook, WebhookProgress progress) {
    var status = progress.failingSince() == null ? DeliveryStatus.OK : DeliveryStatus.FAILING;
    return new WebhookView(
        Webhook.View.of(webhook.euid(), webhook.note()),
        new Delivery(
            status, progress.failingSince(), progress.lastError(), progress.retries().size()));
  }

  /** This view at a server that sends no events. */
  public WebhookView fenced() {
    return new WebhookView(
        webhook,
        new Delivery(
            DeliveryStatus.FENCED,
            delivery.failingSince(),
            delivery.lastError(),
            delivery.retrying()));
  }
}
