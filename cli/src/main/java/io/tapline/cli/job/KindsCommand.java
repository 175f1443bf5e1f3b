package io.tapline.cli.job;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.base.CommandGroup;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.ResultPrinter;
import io.tapline.cli.print.TableColumn;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tapline kinds}: kinds of jobs. */
@Command(
    name = "kinds",
    description = "Lists kinds of jobs with the numbers of their jobs, and creates kinds.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {KindsCommand.ListKinds.class, KindsCommand.CreateKind.class},
    footer = {"%nExample:", "  tapline kinds list"})
public final class KindsCommand extends CommandGroup {

  /** {@code tapline kinds list}. */
  @Command(
      name = "list",
      description = "Lists the kinds that have waiting jobs, running jobs or open dead letters.",
      footer = {"%nExample:", "  tapline kinds list"})
  static final class ListKinds extends ServerCommand {

    private static final List<TableColumn> COLUMNS =
        List.of(
            TableColumn.text("KIND", "kind"),
            TableColumn.number("BACKLOG", "backlog"),
            TableColumn.number("IN PROGRESS", "in_progress"),
            TableColumn.alarm("DEAD LETTERS", "dead_letter_open"),
            TableColumn.seconds("OLDEST", "oldest_queued_age_s"),
            TableColumn.number("LEASES", "lease_active"));

    @Override
    protected ExitCode run(ServerSession session) {
      var found = session.get("/api/v1/jobs/kinds");
      return show(session, found, printer -> print(printer, found.path("items")));
    }

    private static void print(ResultPrinter printer, JsonNode rows) {
      if (rows.isEmpty()) {
        printer.remark(
            "No kind has waiting jobs, running jobs or open dead letters; tapline queues lists all"
                + " kinds.");
      } else {
        printer.table(COLUMNS, rows);
      }
    }
  }

  /** {@code tapline kinds create}. */
  @Command(
      name = "create",
      description = {
        "Creates a kind of job: a queue for the jobs of one executor, which carry signals only.",
        "Requires an administrator. tapline queue update changes the kind."
      },
      footer = {
        "%nExample:",
        "  tapline kinds create cut --executor DOT --lease-ttl 300 --retry-delay 0.5"
      })
  static final class CreateKind extends ActCommand {

    @Parameters(
        paramLabel = "KIND",
        description = "The name of the kind, of letters, digits and _ . : @ / -")
    private String kind;

    @Option(
        names = "--executor",
        paramLabel = "EXECUTOR",
        required = true,
        description = "The executor of the jobs; the server must have it.")
    private String executor;

    @Option(
        names = "--lease-ttl",
        paramLabel = "SECONDS",
        description = "The term of a lease in seconds. Default: 60.")
    private Integer leaseTtl;

    @Option(
        names = "--max-attempts",
        paramLabel = "N",
        description = "The number of attempts before a job becomes a dead letter. Default: 5.")
    private Integer maxAttempts;

    @Option(
        names = "--retry-delay",
        paramLabel = "SECONDS",
        description = "The delay of the first retry in seconds, such as 0.5. Default: 60.")
    private Double retryDelay;

    @Option(
        names = "--retention-days",
        paramLabel = "DAYS",
        description =
            "The number of days before a finished job is cleaned; -1: never. Default: 30.")
    private Integer retentionDays;

    @Override
    protected ExitCode run(ServerSession session) {
      var body = InputDocuments.object().put("kind", kind).put("executor", executor);
      InputDocuments.put(body, "lease_ttl_seconds", leaseTtl);
      InputDocuments.put(body, "max_attempts", maxAttempts);
      if (retryDelay != null) {
        body.putObject("retry_policy").put("initial_delay_seconds", retryDelay);
      }
      InputDocuments.put(body, "retention_days", retentionDays);
      var created = post(session, "/api/v1/jobs/kinds", body);
      return show(
          session,
          created,
          new FactSheet()
              .add("kind", FieldText.text(created, "kind"))
              .add("executor", FieldText.text(created, "executor"))
              .add("queue", FieldText.text(created, "queue_euid")));
    }
  }
}
