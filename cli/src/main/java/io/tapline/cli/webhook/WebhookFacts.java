package io.tapline.cli.webhook;

import io.tapline.cli.Exit;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Facts;
import io.tapline.cli.print.Field;
import io.tapline.client.TaplineHttp;
import tools.jackson.databind.JsonNode;

/** A webhook as a person reads it. */
final class WebhookFacts {

  static final String PATH = "/api/v1/webhooks";

  private WebhookFacts() {}

  /** Where one is, by its EUID or its name. */
  static String path(Session session, String webhook) {
    return PATH + "/" + TaplineHttp.encode(new NameLookup(session).webhook(webhook));
  }

  static Exit print(Session session, JsonNode webhook) {
    var printer = session.printer();
    if (printer.json()) {
      printer.document(webhook);
      return Exit.OK;
    }
    printer.facts(
        new Facts()
            .add("webhook", Field.text(webhook, "webhook_euid"))
            .add("name", Field.text(webhook, "name"))
            .add("url", Field.text(webhook, "url"))
            .state("status", Field.text(webhook, "status"))
            .add("events wait", waiting(webhook) ? "yes" : Field.NONE)
            .add("event types", Field.text(webhook, "event_types"))
            .add("queues", Field.text(webhook, "queue_keys"))
            .add("event names", Field.text(webhook, "event_names"))
            .add("revision", Field.text(webhook, "revision"))
            .add("made by", Field.text(webhook, "created_by"))
            .add("made at", Field.time(webhook, "created_at")));
    return Exit.OK;
  }

  static boolean waiting(JsonNode webhook) {
    return Field.text(webhook, "status").equals("ACTIVE") && !webhook.path("enabled").asBoolean();
  }
}
