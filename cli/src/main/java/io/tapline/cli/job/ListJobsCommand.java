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
    description = "Lists jobs, newest first.",
    footer = {
      "%nExamples:",
      "  tapline jobs list --kind cut --status queued",
      "  tapline jobs list --correlation order-42 --json"
    })
public final class ListJobsCommand extends ListCommand {

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Lists only jobs of this kind. Default: all.")
  private String kind;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = {
        "Lists only jobs with this status: queued, leased, in_progress, succeeded, failed,",
        "retry_waiting, dead_letter, cancelled or cleaned. Default: all."
      })
  private String status;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Lists only the job with this idempotency key; requires --kind.")
  private String idempotencyKey;

  @Option(
      names = "--correlation",
      paramLabel = "ID",
      description = "Lists only jobs with this correlation id. Default: all.")
  private String correlation;

  @Option(
      names = "--workflow",
      paramLabel = "EUID",
      description = "Lists only jobs of the workflow with this EUID. Default: all.")
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
    return "No job matches; tapline jobs enqueue creates one.";
  }
}
