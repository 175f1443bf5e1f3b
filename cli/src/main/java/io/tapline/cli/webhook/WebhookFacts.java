package io.tapline.cli.webhook;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.client.http.TaplineHttp;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** The facts of a webhook, for people. */
final class WebhookFacts {

  static final String PATH = "/api/v1/webhooks";

  private WebhookFacts() {}

  /** The path of a webhook, by its EUID or its name. */
  static String path(ServerSession session, String webhook) {
    return PATH + "/" + TaplineHttp.encode(new NameLookup(session).webhook(webhook));
  }

  static ExitCode print(ServerSession session, JsonNode webhook) {
    var printer = session.printer();
    if (printer.json()) {
      printer.document(webhook);
      return ExitCode.OK;
    }
    printer.facts(
        new FactSheet()
            .add("webhook", FieldText.text(webhook, "webhook_euid"))
            .add("name", FieldText.text(webhook, "name"))
            .add("url", FieldText.text(webhook, "url"))
            .state("status", FieldText.text(webhook, "status"))
            .add("delivery", delivery(webhook))
            .add("last error", FieldText.text(webhook.path("delivery"), "last_error"))
            .add("event types", FieldText.text(webhook, "event_types"))
            .add("queues", FieldText.text(webhook, "queue_keys"))
            .add("event names", FieldText.text(webhook, "event_names"))
            .add("revision", FieldText.text(webhook, "revision"))
            .add("created by", FieldText.text(webhook, "created_by"))
            .add("created at", FieldText.time(webhook, "created_at")));
    return ExitCode.OK;
  }

  /** Whether events reach the receiver, in a few words. */
  static String delivery(JsonNode webhook) {
    if (!FieldText.text(webhook, "status").equals("ACTIVE")) {
      return FieldText.NONE;
    }
    if (!webhook.path("enabled").asBoolean()) {
      return "paused";
    }
    var delivery = webhook.path("delivery");
    if (FieldText.text(delivery, "status").equals("FAILING")) {
      return "failing since "
          + FieldText.time(delivery, "failing_since")
          + ", retrying "
          + FieldText.text(delivery, "retrying");
    }
    return FieldText.text(delivery, "status").toLowerCase(Locale.ROOT);
  }
}
