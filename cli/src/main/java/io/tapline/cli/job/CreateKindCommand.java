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
      "Makes a kind: a queue that takes signals only and is served by one executor.",
      "For administrators; tapline queue update changes it."
    },
    footer = {
      "%nExample:",
      "  tapline kinds create cut --executor DOT --lease-ttl 300 --retry-delay 0.5"
    })
public final class CreateKindCommand extends ActCommand {

  @Parameters(paramLabel = "KIND", description = "Letters, digits and _ . : @ / -")
  private String kind;

  @Option(
      names = "--executor",
      paramLabel = "EXECUTOR",
      required = true,
      description = "Who executes it: one of the server's executors.")
  private String executor;

  @Option(names = "--lease-ttl", paramLabel = "SECONDS", description = "How long a lease lasts.")
  private Integer leaseTtl;

  @Option(names = "--max-attempts", paramLabel = "N", description = "Attempts before it is dead.")
  private Integer maxAttempts;

  @Option(
      names = "--retry-delay",
      paramLabel = "SECONDS",
      description = "How long the first retry waits, such as 0.5.")
  private Double retryDelay;

  @Option(
      names = "--retention-days",
      paramLabel = "DAYS",
      description = "How long a finished job stays before it is cleaned; -1: for ever.")
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
    var made = post(session, "/api/v1/jobs/kinds", body);
    var printer = session.printer();
    if (printer.json()) {
      printer.document(made);
    } else {
      printer.facts(
          new FactSheet()
              .add("kind", FieldText.text(made, "kind"))
              .add("executor", FieldText.text(made, "executor"))
              .add("queue", FieldText.text(made, "queue_euid")));
    }
    return ExitCode.OK;
  }
}
