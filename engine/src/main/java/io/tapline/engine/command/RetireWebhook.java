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

  public static RetireWebhook read(RequestFields f, RequestMeta meta) {
    return new RetireWebhook(
        meta, f.text("webhook_euid"), f.text("reason"), SharedFields.revision(f));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("webhook_euid", webhookEuid, Limits.KEY).required("reason", reason, Limits.TEXT);
  }
}
