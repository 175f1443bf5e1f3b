package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Ends a webhook permanently. */
public record RetireWebhook(
    RequestMeta meta, String webhookEuid, String reason, Long expectedRevision)
    implements WebhookCommand {
  /** Applies to any revision. */
  public RetireWebhook(RequestMeta meta, String webhookEuid, String reason) {
    this(meta, webhookEuid, reason, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_WEBHOOK;
  }

  public static RetireWebhook read(RequestFields f, RequestMeta meta) {
    return new RetireWebhook(
        meta, f.text("webhook_euid"), f.text("reason"), SharedFields.revision(f));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("webhook_euid", webhookEuid, Limits.KEY).required("reason", reason, Limits.TEXT);
  }
}
