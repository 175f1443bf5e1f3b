package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Another address, secret or choice of events, or a pause; what is null stays. */
public record UpdateWebhook(
    RequestMeta meta,
    String webhookEuid,
    Long expectedRevision,
    WebhookFields fields,
    String reason)
    implements WebhookCommand {
  @Override
  public ActionKey action() {
    return ActionKey.UPDATE_WEBHOOK;
  }
}
