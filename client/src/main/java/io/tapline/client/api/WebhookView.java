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
   * Whether deliveries succeed.
   *
   * @param status OK, FAILING while an event waits for a retry, or FENCED
   * @param failingSince null unless an event waits for a retry
   * @param lastError of the latest failed delivery
   * @param retrying number of events that wait for a retry, or behind a waiting event of the same
   *     job
   */
  public record Delivery(String status, Instant failingSince, String lastError, int retrying) {}
}
