package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Nothing is sent there any more, ever. */
public record RetireWebhook(Meta meta, String webhookEuid, String reason)
    implements WebhookCommand {
  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_WEBHOOK;
  }
}
