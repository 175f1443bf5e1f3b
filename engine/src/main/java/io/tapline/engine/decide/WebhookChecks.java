package io.tapline.engine.decide;

import io.tapline.engine.command.CreateWebhook;
import io.tapline.engine.command.RedeliverEvent;
import io.tapline.engine.command.RetireWebhook;
import io.tapline.engine.command.SettleDelivery;
import io.tapline.engine.command.UpdateWebhook;
import io.tapline.engine.command.WebhookCommand;
import io.tapline.engine.command.WebhookFields;

/** What can be said against a request about a webhook from the request alone. */
final class WebhookChecks {

  private WebhookChecks() {}

  static void fields(FieldChecks c, WebhookCommand command) {
    if (command instanceof CreateWebhook create) {
      c.required("name", create.fields().name(), Limits.NAME)
          .required("url", create.fields().url(), Limits.URL)
          .required("secret", create.fields().secret(), Limits.SECRET);
      fields(c, create.fields());
      c.text("reason", create.reason(), Limits.TEXT);
    } else if (command instanceof UpdateWebhook update) {
      c.required("webhook_euid", update.webhookEuid(), Limits.KEY)
          .range("expected_revision", update.expectedRevision(), 0, Long.MAX_VALUE);
      fields(c, update.fields());
      c.text("reason", update.reason(), Limits.TEXT)
          .that(
              !update.fields().equals(WebhookFields.NONE),
              "name",
              "is required, or url, secret, event_types, queue_keys, event_names or enabled: there"
                  + " is nothing to change");
    } else if (command instanceof RetireWebhook retire) {
      c.required("webhook_euid", retire.webhookEuid(), Limits.KEY)
          .required("reason", retire.reason(), Limits.TEXT);
    } else if (command instanceof RedeliverEvent redeliver) {
      c.required("webhook_euid", redeliver.webhookEuid(), Limits.KEY)
          .required("dead_letter_euid", redeliver.deadLetterEuid(), Limits.KEY)
          .required("reason", redeliver.reason(), Limits.TEXT);
    } else if (command instanceof SettleDelivery settle) {
      settle(c, settle);
    }
  }

  private static void fields(FieldChecks c, WebhookFields fields) {
    var wrongUrl = fields.url() == null ? null : WebhookAddress.refusal(fields.url());
    c.text("name", fields.name(), Limits.NAME)
        .that(fields.name() == null || !fields.name().isBlank(), "name", "is blank")
        .text("url", fields.url(), Limits.URL)
        .that(wrongUrl == null, "url", wrongUrl)
        .text("secret", fields.secret(), Limits.SECRET)
        .that(
            fields.secret() == null || fields.secret().length() >= Limits.SECRET_LEAST,
            "secret",
            "has at least " + Limits.SECRET_LEAST + " characters; draw it by chance")
        .texts("queue_keys", fields.queueKeys(), Limits.KEY)
        .that(
            fields.eventTypes() == null || fields.eventTypes().size() <= Limits.LIST,
            "event_types",
            "has more than " + Limits.LIST + " entries");
  }

  private static void settle(FieldChecks c, SettleDelivery settle) {
    c.required("webhook_euid", settle.webhookEuid(), Limits.KEY)
        .text("dead_letter_euid", settle.deadLetterEuid(), Limits.KEY)
        .range("tries", settle.tries(), 0, Integer.MAX_VALUE)
        .text("last_error", settle.lastError(), Limits.TEXT)
        .json("event", settle.event(), Limits.PAYLOAD_BYTES)
        .that(
            settle.deadLetterEuid() != null || settle.event() != null,
            "event",
            "is required, or the dead_letter_euid of one that was tried again")
        .text("reason", settle.reason(), Limits.TEXT);
  }
}
