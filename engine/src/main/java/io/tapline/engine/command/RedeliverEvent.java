package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Requests another try for an event that was given up. */
public record RedeliverEvent(
    RequestMeta meta, String webhookEuid, String deadLetterEuid, String reason)
    implements WebhookCommand {
  @Override
  public ActionKey action() {
    return ActionKey.REDELIVER_WEBHOOK_EVENT;
  }

  public static RedeliverEvent read(RequestFields f, RequestMeta meta) {
    return new RedeliverEvent(
        meta, f.text("webhook_euid"), f.text("dead_letter_euid"), f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("webhook_euid", webhookEuid, Limits.KEY)
        .required("dead_letter_euid", deadLetterEuid, Limits.KEY)
        .required("reason", reason, Limits.TEXT);
  }
}
