package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Nothing is sent there any more, ever. */
public record RetireWebhook(
    RequestMeta meta, String webhookEuid, String reason, Long expectedRevision)
    implements WebhookCommand {
  /** Whatever its revision is. */
  public RetireWebhook(RequestMeta meta, String webhookEuid, String reason) {
    this(meta, webhookEuid, reason, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_WEBHOOK;
  }
}
