package io.tapline.cli.job;

import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.print.TableColumn;
import io.tapline.cli.read.ListCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline jobs list}. */
@Command(
    name = "list",
    description = "Lists jobs.",
    footer = {
      "%nExamples:",
      "  tapline jobs list --kind cut --status queued",
      "  tapline jobs list --correlation order-42 --json"
    })
public final class ListJobsCommand extends ListCommand {

  @Option(names = "--kind", paramLabel = "KIND", description = "Only those of this kind.")
  private String kind;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = {
        "queued, leased, in_progress, succeeded, failed,",
        "retry_waiting, dead_letter, cancelled or cleaned."
      })
  private String status;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Only the one with this key; needs --kind.")
  private String idempotencyKey;

  @Option(
      names = "--correlation",
      paramLabel = "ID",
      description = "Only those with this correlation id.")
  private String correlation;

  @Option(names = "--workflow", paramLabel = "EUID", description = "Only those of this workflow.")
  private String workflow;

  @Override
  protected String path() {
    return "/api/v1/jobs";
  }

  @Override
  protected QueryParameters query() {
    return new QueryParameters()
        .with("kind", kind)
        .with("status", status)
        .with("idempotency_key", idempotencyKey)
        .with("correlation_id", correlation)
        .with("workflow_id", workflow);
  }

  @Override
  protected List<TableColumn> columns() {
    return JobFacts.COLUMNS;
  }

  @Override
  protected String nothing() {
    return "There are no such jobs; tapline jobs enqueue makes one.";
  }
}
