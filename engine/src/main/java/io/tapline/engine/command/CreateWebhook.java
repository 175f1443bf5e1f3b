package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Somebody outside is to hear of events, from now on. */
public record CreateWebhook(RequestMeta meta, WebhookFields fields, String reason)
    implements WebhookCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CREATE_WEBHOOK;
  }
}
