package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/**
 * Changes address, secret or selection of events, or pauses the webhook; a null changes nothing.
 */
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

  public static UpdateWebhook read(RequestFields f, RequestMeta meta) {
    return new UpdateWebhook(
        meta,
        f.text("webhook_euid"),
        SharedFields.revision(f),
        WebhookFields.read(f),
        f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("webhook_euid", webhookEuid, Limits.KEY)
        .range("expected_revision", expectedRevision, 0, Long.MAX_VALUE);
    fields.check(c);
    c.text("reason", reason, Limits.TEXT)
        .that(
            !fields.equals(WebhookFields.NONE),
            "name",
            "is required; send it or one of url, secret, event_types, queue_keys, event_names"
                + " and enabled");
  }
}
