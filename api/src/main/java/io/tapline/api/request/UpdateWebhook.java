package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.Refusal.Faults;

/**
 * Changes address, secret or selection of events, or pauses the webhook; a null changes nothing.
 */
public record UpdateWebhook(
    RequestMeta meta,
    @CommonFields.Webhook String webhookEuid,
    @CommonFields.WebhookRevision Long expectedRevision,
    WebhookFields fields,
    @CommonFields.OptionalReason String reason)
    implements WebhookCommand {
  @Override
  public ActionKey action() {
    return ActionKey.UPDATE_WEBHOOK;
  }

  @Override
  public void check(Faults faults) {
    faults.that(
        !fields.equals(WebhookFields.NONE),
        "name",
        "is required; send it or one of url, secret, event_types,"
            + " queue_keys, event_names and enabled");
  }
}
