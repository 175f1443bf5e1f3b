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
      "Lists dead letters of jobs, oldest first; the open ones unless --state says otherwise.",
      "tapline requeue tries one again, tapline resolve closes one."
    },
    footer = {"%nExample:", "  tapline jobs dead-letters --kind cut"})
public final class DeadJobsCommand extends ListCommand {

  @Option(names = "--kind", paramLabel = "KIND", description = "Only those of this kind.")
  private String kind;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "OPEN, REQUEUED, IGNORED or CANCELED.")
  private String state;

  @Option(
      names = "--code",
      paramLabel = "CODE",
      description = "Only those with this reason, such as exhausted_retries.")
  private String code;

  @Option(
      names = "--stage",
      paramLabel = "STAGE",
      description = "Only those that failed at fetch, input, exec, output or commit.")
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
    return "There are no such dead letters.";
  }
}
