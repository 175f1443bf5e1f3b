package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.WireField;

/** Creates a webhook, which receives the events from now on. */
public record CreateWebhook(
    RequestMeta meta,
    @WireField.Required({"name", "url", "secret"}) WebhookFields fields,
    @CommonFields.OptionalReason String reason)
    implements WebhookCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CREATE_WEBHOOK;
  }
}
