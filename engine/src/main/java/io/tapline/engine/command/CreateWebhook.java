package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Creates a webhook, which receives the events from now on. */
public record CreateWebhook(RequestMeta meta, WebhookFields fields, String reason)
    implements WebhookCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CREATE_WEBHOOK;
  }

  public static CreateWebhook read(RequestFields f, RequestMeta meta) {
    return new CreateWebhook(meta, WebhookFields.read(f), f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("name", fields.name(), Limits.NAME)
        .required("url", fields.url(), Limits.URL)
        .required("secret", fields.secret(), Limits.SECRET);
    fields.check(c);
    c.text("reason", reason, Limits.TEXT);
  }
}
