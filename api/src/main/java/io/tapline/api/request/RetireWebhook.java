package io.tapline.api.request;

import io.tapline.api.ActionKey;

/** Ends a webhook permanently. */
public record RetireWebhook(
    RequestMeta meta,
    @CommonFields.Webhook String webhookEuid,
    @CommonFields.Reason String reason,
    @CommonFields.WebhookRevision Long expectedRevision)
    implements WebhookCommand {
  /** Applies to any revision. */
  public RetireWebhook(RequestMeta meta, String webhookEuid, String reason) {
    this(meta, webhookEuid, reason, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_WEBHOOK;
  }
}
