package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/**
 * A webhook, without its secret.
 *
 * @param delivery the state of its deliveries; null in the answer to a change
 */
public record WebhookView(
    String actionEuid,
    boolean replayed,
    String webhookEuid,
    String name,
    String url,
    List<String> eventTypes,
    List<String> queueKeys,
    String eventNames,
    boolean enabled,
    String status,
    long revision,
    String createdBy,
    Instant createdAt,
    Delivery delivery) {

  /**
   * Whether events reach the receiver.
   *
   * @param status OK, FAILING while an event waits for another try, or FENCED
   * @param failingSince null unless an event waits for another try
   * @param lastError of the newest failed try
   * @param retrying how many events wait for another try, or behind one of the same job
   */
  public record Delivery(String status, Instant failingSince, String lastError, int retrying) {}
}
