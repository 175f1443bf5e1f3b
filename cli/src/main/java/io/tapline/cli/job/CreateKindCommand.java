package io.tapline.cli.job;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
public final class CreateKindCommand extends ActCommand {

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
      description = "The number of days before a finished job is cleaned; -1: never. Default: 30.")
  private Integer retentionDays;

  @Override
  protected ExitCode run(ServerSession session) {
    var body = InputDocuments.object().put("kind", kind).put("executor", executor);
    if (leaseTtl != null) {
      body.put("lease_ttl_seconds", leaseTtl);
    }
    if (maxAttempts != null) {
      body.put("max_attempts", maxAttempts);
    }
    if (retryDelay != null) {
      body.putObject("retry_policy").put("initial_delay_seconds", retryDelay);
    }
    if (retentionDays != null) {
      body.put("retention_days", retentionDays);
    }
    var created = post(session, "/api/v1/jobs/kinds", body);
    var printer = session.printer();
    if (printer.json()) {
      printer.document(created);
    } else {
      printer.facts(
          new FactSheet()
              .add("kind", FieldText.text(created, "kind"))
              .add("executor", FieldText.text(created, "executor"))
              .add("queue", FieldText.text(created, "queue_euid")));
    }
    return ExitCode.OK;
  }
}
