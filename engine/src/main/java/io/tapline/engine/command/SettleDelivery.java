package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import tools.jackson.databind.JsonNode;

/**
 * The end of a failed delivery: the event is given up, or it was sent once more on request and was
 * accepted or not.
 *
 * @param deadLetterEuid of one that was tried once more; null for one that is given up now
 * @param tries how often sending it failed
 * @param event what is given up; null with a letter, which has it
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
}
