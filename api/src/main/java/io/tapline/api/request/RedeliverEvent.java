package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;

/** Requests another try for an event that was given up. */
public record RedeliverEvent(
    RequestMeta meta,
    @CommonFields.Webhook String webhookEuid,
    @WireField(required = true, length = Limits.KEY, about = "the dead letter")
        String deadLetterEuid,
    @CommonFields.Reason String reason)
    implements WebhookCommand {
  @Override
  public ActionKey action() {
    return ActionKey.REDELIVER_WEBHOOK_EVENT;
  }
}
