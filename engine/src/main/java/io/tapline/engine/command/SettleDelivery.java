package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import tools.jackson.databind.JsonNode;

/**
 * The end of a failed delivery: the event is given up, or a requested retry was accepted or not.
 *
 * @param deadLetterEuid the dead letter of a retry; null for an event that is given up now
 * @param tries number of failed tries
 * @param event the event that is given up; null for a retry, whose dead letter contains it
 */
public record SettleDelivery(
    RequestMeta meta,
    String webhookEuid,
    String deadLetterEuid,
    boolean delivered,
    Integer tries,
    String lastError,
    JsonNode event,
    String reason)
    implements WebhookCommand {
  @Override
  public ActionKey action() {
    return ActionKey.SETTLE_WEBHOOK_DELIVERY;
  }

  public static SettleDelivery read(RequestFields f, RequestMeta meta) {
    return new SettleDelivery(
        meta,
        f.text("webhook_euid"),
        f.text("dead_letter_euid"),
        f.isTrue("delivered"),
        f.integer("tries"),
        f.text("last_error"),
        f.json("event"),
        f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("webhook_euid", webhookEuid, Limits.KEY)
        .text("dead_letter_euid", deadLetterEuid, Limits.KEY)
        .range("tries", tries, 0, Integer.MAX_VALUE)
        .text("last_error", lastError, Limits.TEXT)
        .json("event", event, Limits.PAYLOAD_BYTES)
        .that(
            deadLetterEuid != null || event != null,
            "event",
            "is required; send it or the dead_letter_euid of a retried event")
        .text("reason", reason, Limits.TEXT);
  }
}
