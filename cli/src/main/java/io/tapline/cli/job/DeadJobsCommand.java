package io.tapline.cli.job;

import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.print.TableColumn;
import io.tapline.cli.read.ListCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline jobs dead-letters}. */
@Command(
    name = "dead-letters",
    description = {
      "Lists dead letters of jobs, oldest first.",
      "tapline requeue retries the job; tapline resolve closes the dead letter."
    },
    footer = {"%nExample:", "  tapline jobs dead-letters --kind cut"})
public final class DeadJobsCommand extends ListCommand {

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Lists only dead letters of this kind. Default: all.")
  private String kind;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description =
          "Lists only dead letters in this state: OPEN, REQUEUED, IGNORED or CANCELED. Default: OPEN.")
  private String state;

  @Option(
      names = "--code",
      paramLabel = "CODE",
      description =
          "Lists only dead letters with this reason code, such as exhausted_retries. Default: all.")
  private String code;

  @Option(
      names = "--stage",
      paramLabel = "STAGE",
      description =
          "Lists only dead letters of this stage: fetch, input, exec, output or commit. Default: all.")
  private String stage;

  @Override
  protected String path() {
    return "/api/v1/jobs/dead-letter";
  }

  @Override
  protected QueryParameters query() {
    return new QueryParameters()
        .with("kind", kind)
        .with("reason_code", code)
        .with("stage", stage)
        .with("resolution_state", state);
  }

  @Override
  protected List<TableColumn> columns() {
    return List.of(
        TableColumn.text("DEAD LETTER", "dead_letter_euid"),
        TableColumn.text("JOB", "subject_lookup_euid"),
        TableColumn.text("KIND", "queue_lookup_key"),
        TableColumn.state("STATE", "resolution_state"),
        TableColumn.time("SINCE", "dead_lettered_at"),
        TableColumn.number("ATTEMPTS", "attempts"),
        TableColumn.text("REASON", "reason_code"),
        TableColumn.text("ERROR", "error_message"));
  }

  @Override
  protected String nothing() {
    return "No dead letter matches.";
  }
}
