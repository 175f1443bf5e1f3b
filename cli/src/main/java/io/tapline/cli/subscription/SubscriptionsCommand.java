package io.tapline.cli.subscription;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.CommandGroup;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.TableColumn;
import io.tapline.cli.read.ListCommand;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tapline subscriptions}: jobs that events create. */
@Command(
    name = "subscriptions",
    description = "Lists, creates and retires subscriptions, which create jobs from events.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      SubscriptionsCommand.ListSubscriptions.class,
      SubscriptionsCommand.CreateSubscription.class,
      SubscriptionsCommand.RetireSubscription.class
    },
    footer = {"%nExample:", "  tapline subscriptions list"})
public final class SubscriptionsCommand extends CommandGroup {

  static final String PATH = "/api/v1/jobs/subscriptions";

  /** {@code tapline subscriptions list}. */
  @Command(
      name = "list",
      description = "Lists subscriptions with their last errors, oldest first.",
      footer = {"%nExample:", "  tapline subscriptions list --status ACTIVE"})
  static final class ListSubscriptions extends ListCommand {

    @Option(
        names = "--status",
        paramLabel = "STATUS",
        description =
            "Lists only subscriptions with this status: ACTIVE or RETIRED. Default: ACTIVE.")
    private String status;

    public ListSubscriptions() {
      super(
          SubscriptionsCommand.PATH,
          "No subscription matches; tapline subscriptions create creates one.",
          TableColumn.text("SUBSCRIPTION", "subscription_id"),
          TableColumn.text("NAME", "name"),
          TableColumn.state("STATUS", "status"),
          TableColumn.text("EVENT TYPE", "event_type"),
          TableColumn.text("EVENT KIND", "filter.kind"),
          TableColumn.text("NEW JOB KIND", "job.kind"),
          TableColumn.text("LAST ERROR", "last_error"),
          TableColumn.time("LAST ERROR AT", "last_error_at"));
    }

    @Override
    protected QueryParameters query(ServerSession session) {
      return new QueryParameters().with("status", status);
    }
  }

  /** {@code tapline subscriptions create}. */
  @Command(
      name = "create",
      description = "Creates a subscription from a YAML or JSON file. Requires an administrator.",
      footer = {"%nExample:", "  tapline subscriptions create follow-up.yaml"})
  static final class CreateSubscription extends SubscriptionAct {

    @Parameters(
        paramLabel = "FILE",
        description =
            "The file with the fields name, event_type, filter, job and reason, as in /docs.")
    private String file;

    @Override
    protected ExitCode run(ServerSession session) {
      var body = InputDocuments.file(here().directory().resolve(file));
      return subscribed(session, post(session, SubscriptionsCommand.PATH, body));
    }
  }

  /** {@code tapline subscriptions retire}. */
  @Command(
      name = "retire",
      description =
          "Retires a subscription and keeps the jobs that it created. Requires an administrator.",
      footer = {
        "%nExample:",
        "  tapline subscriptions retire Z-SX-1A --reason 'mails are not read'"
      })
  static final class RetireSubscription extends SubscriptionAct {

    @Parameters(
        paramLabel = "SUBSCRIPTION",
        description = "The EUID of the subscription; tapline subscriptions list prints the EUIDs.")
    private String subscription;

    @Mixin private ReasonOption why;

    @Override
    protected ExitCode run(ServerSession session) {
      var path = SubscriptionsCommand.PATH + "/" + TaplineHttp.encode(subscription) + "/retire";
      return subscribed(session, post(session, path, why.body()));
    }
  }

  /** A command that changes a subscription and shows the result. */
  abstract static class SubscriptionAct extends ActCommand {

    static ExitCode subscribed(ServerSession session, JsonNode answer) {
      return show(
          session,
          answer,
          new FactSheet()
              .add("subscription", FieldText.text(answer, "subscription_id"))
              .state("status", FieldText.text(answer, "status"))
              .add("replayed", answer.path("replayed").asBoolean() ? "yes" : FieldText.NONE));
    }
  }
}
