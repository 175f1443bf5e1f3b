package io.tapline.cli.webhook;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.CommandGroup;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.TableColumn;
import io.tapline.cli.read.ListCommand;
import io.tapline.client.http.TaplineHttp;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tapline webhooks}: receivers of events. */
@Command(
    name = "webhooks",
    description = "Lists, creates, changes and retires webhooks. Requires an administrator.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      WebhooksCommand.ListWebhooks.class,
      WebhooksCommand.ShowWebhook.class,
      WebhooksCommand.CreateWebhook.class,
      WebhooksCommand.UpdateWebhook.class,
      WebhooksCommand.RetireWebhook.class,
      WebhooksCommand.WebhookLetters.class,
      WebhooksCommand.Redeliver.class
    },
    footer = {"%nExample:", "  tapline webhooks list"})
public final class WebhooksCommand extends CommandGroup {

  /** {@code tapline webhooks list}. */
  @Command(
      name = "list",
      description = "Lists webhooks without their secrets, oldest first.",
      footer = {"%nExample:", "  tapline webhooks list --status ACTIVE"})
  static final class ListWebhooks extends ListCommand {

    @Option(
        names = "--status",
        paramLabel = "STATUS",
        description = "Lists only webhooks with this status: ACTIVE or RETIRED. Default: all.")
    private String status;

    public ListWebhooks() {
      super(
          WebhookFacts.PATH,
          "No webhook matches; tapline webhooks create creates one.",
          TableColumn.text("WEBHOOK", "webhook_euid"),
          TableColumn.text("NAME", "name"),
          TableColumn.text("URL", "url"),
          TableColumn.state("STATUS", "status"),
          TableColumn.text("DELIVERY", WebhookFacts::delivery),
          TableColumn.text("EVENTS", "event_types"),
          TableColumn.text("QUEUES", "queue_keys"),
          TableColumn.time("CREATED", "created_at"),
          TableColumn.text("CREATED BY", "created_by"));
    }

    @Override
    protected QueryParameters query(ServerSession session) {
      return new QueryParameters().with("status", status);
    }
  }

  /** {@code tapline webhooks show}. */
  @Command(
      name = "show",
      description = "Shows one webhook without its secret.",
      footer = {"%nExample:", "  tapline webhooks show Z-WH-1A"})
  static final class ShowWebhook extends ServerCommand {

    @Parameters(paramLabel = "WEBHOOK", description = "The EUID or name of the webhook.")
    private String webhook;

    @Override
    protected ExitCode run(ServerSession session) {
      return WebhookFacts.print(session, session.get(WebhookFacts.path(session, webhook)));
    }
  }

  /** {@code tapline webhooks create}. */
  @Command(
      name = "create",
      description = "Creates a webhook, which sends new events with a signature to a URL.",
      footer = {
        "%nExample:",
        "  tapline webhooks create LIMS --to https://192.0.2.1/in --secret-file lims.key"
      })
  static final class CreateWebhook extends ActCommand {

    @Parameters(paramLabel = "NAME", description = "The name of the webhook.")
    private String name;

    @Mixin private WebhookOptions options;

    @Override
    protected ExitCode run(ServerSession session) {
      if (!options.complete()) {
        throw wrong("give the URL with --to and the secret with --secret-file");
      }
      var body = options.into(InputDocuments.object().put("name", name), here());
      return WebhookFacts.print(session, post(session, WebhookFacts.PATH, body));
    }
  }

  /** {@code tapline webhooks update}. */
  @Command(
      name = "update",
      description = "Changes or pauses a webhook; values whose options are omitted do not change.",
      footer = {
        "%nExamples:",
        "  tapline webhooks update Z-WH-1A --event job_succeeded,job_dead_lettered",
        "  tapline webhooks update Z-WH-1A --enabled=false --reason 'LIMS maintenance'"
      })
  static final class UpdateWebhook extends ActCommand {

    @Parameters(paramLabel = "WEBHOOK", description = "The EUID or name of the webhook.")
    private String webhook;

    @Option(names = "--name", paramLabel = "NAME", description = "The new name of the webhook.")
    private String name;

    @Mixin private WebhookOptions options;

    @Option(
        names = "--expected-revision",
        paramLabel = "N",
        description =
            "The revision that the webhook must have, otherwise the server refuses the change."
                + " Default: any revision.")
    private Long revision;

    @Override
    protected ExitCode run(ServerSession session) {
      var body = options.into(InputDocuments.object(), here());
      InputDocuments.put(body, "name", name);
      InputDocuments.put(body, "expected_revision", revision);
      return WebhookFacts.print(
          session, post(session, WebhookFacts.path(session, webhook) + "/update", body));
    }
  }

  /** {@code tapline webhooks retire}. */
  @Command(
      name = "retire",
      description = "Retires a webhook permanently; it sends no more events.",
      footer = {"%nExample:", "  tapline webhooks retire Z-WH-1A --reason 'the LIMS is gone'"})
  static final class RetireWebhook extends ActCommand {

    @Parameters(paramLabel = "WEBHOOK", description = "The EUID or name of the webhook.")
    private String webhook;

    @Mixin private ReasonOption why;

    @Override
    protected ExitCode run(ServerSession session) {
      return WebhookFacts.print(
          session, post(session, WebhookFacts.path(session, webhook) + "/retire", why.body()));
    }
  }

  /** {@code tapline webhooks dead-letters}. */
  @Command(
      name = "dead-letters",
      description = "Lists events that the receiver of a webhook did not accept, oldest first.",
      footer = {"%nExample:", "  tapline webhooks dead-letters Z-WH-1A --status OPEN"})
  static final class WebhookLetters extends ListCommand {

    @Parameters(paramLabel = "WEBHOOK", description = "The EUID or name of the webhook.")
    private String webhook;

    @Option(
        names = "--status",
        paramLabel = "STATUS",
        description =
            "Lists only dead letters with this status: OPEN, PENDING or DELIVERED. Default: all.")
    private String status;

    public WebhookLetters() {
      super(
          null,
          "No dead letter matches.",
          TableColumn.text("DEAD LETTER", "dead_letter_euid"),
          TableColumn.state("STATUS", "status"),
          TableColumn.number("TRIES", "tries"),
          TableColumn.time("SINCE", "opened_at"),
          TableColumn.text("EVENT", "event.type"),
          TableColumn.text("JOB", "event.job_id"),
          TableColumn.text("ID", "event.id"),
          TableColumn.text("ERROR", "last_error"));
    }

    @Override
    protected String path(ServerSession session) {
      return WebhookFacts.path(session, webhook) + "/dead-letters";
    }

    @Override
    protected QueryParameters query(ServerSession session) {
      return new QueryParameters().with("status", status);
    }
  }

  /** {@code tapline webhooks redeliver}. */
  @Command(
      name = "redeliver",
      description = "Sends an event again that the receiver of a webhook did not accept.",
      footer = {
        "%nExample:",
        "  tapline webhooks redeliver Z-WH-1A Z-WD-1A --reason 'their disk was full'"
      })
  static final class Redeliver extends ActCommand {

    @Parameters(
        index = "0",
        paramLabel = "WEBHOOK",
        description = "The EUID or name of the webhook.")
    private String webhook;

    @Parameters(
        index = "1",
        paramLabel = "DEAD_LETTER",
        description = "The EUID of the dead letter; tapline webhooks dead-letters lists them.")
    private String letter;

    @Mixin private ReasonOption why;

    @Override
    protected ExitCode run(ServerSession session) {
      var tried =
          post(
              session,
              "%s/dead-letters/%s/redeliver"
                  .formatted(WebhookFacts.path(session, webhook), TaplineHttp.encode(letter)),
              why.body());
      return show(
          session,
          tried,
          new FactSheet()
              .add("dead letter", FieldText.text(tried, "dead_letter_euid"))
              .state("status", FieldText.text(tried, "status"))
              .add("tries", FieldText.text(tried, "tries"))
              .add("last error", FieldText.text(tried, "last_error")));
    }
  }

  /** The facts of a webhook, for people. */
  static final class WebhookFacts {

    static final String PATH = "/api/v1/webhooks";

    private WebhookFacts() {}

    /** The path of a webhook, by its EUID or its name. */
    static String path(ServerSession session, String webhook) {
      return PATH + "/" + TaplineHttp.encode(new NameLookup(session).webhook(webhook));
    }

    static ExitCode print(ServerSession session, JsonNode webhook) {
      return ServerCommand.show(
          session,
          webhook,
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
}
