package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
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
    @CommonFields.Webhook String webhookEuid,
    @WireField(length = Limits.KEY, about = "the dead letter of a retry") String deadLetterEuid,
    @WireField(about = "whether the retry was accepted") boolean delivered,
    @WireField(most = Integer.MAX_VALUE, about = "number of failed tries") Integer tries,
    @WireField(length = Limits.TEXT, about = "the last failure") String lastError,
    @WireField(bytes = Limits.PAYLOAD_BYTES, about = "the event that is given up") JsonNode event,
    @CommonFields.OptionalReason String reason)
    implements WebhookCommand {
  @Override
  public ActionKey action() {
    return ActionKey.SETTLE_WEBHOOK_DELIVERY;
  }

  @Override
  public void check(Faults faults) {
    faults.that(
        deadLetterEuid != null || event != null,
        "event",
        "is required; send it or the dead_letter_euid of a retried event");
  }
}
