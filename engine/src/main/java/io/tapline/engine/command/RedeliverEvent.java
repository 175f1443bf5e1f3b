package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** One more try for an event that was given up. */
public record RedeliverEvent(
    RequestMeta meta, String webhookEuid, String deadLetterEuid, String reason)
    implements WebhookCommand {
  @Override
  public ActionKey action() {
    return ActionKey.REDELIVER_WEBHOOK_EVENT;
  }
}
