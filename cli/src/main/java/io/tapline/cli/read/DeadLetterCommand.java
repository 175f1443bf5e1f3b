package io.tapline.cli.read;

import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.print.TableColumn;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline dead-letter}. */
@Command(
    name = "dead-letter",
    description = {
      "Lists dead letters, oldest first: work that failed for good.",
      "tapline requeue tries one again, tapline resolve closes one."
    },
    footer = {"%nExample:", "  tapline dead-letter --state OPEN --queue extraction"})
public final class DeadLetterCommand extends ListCommand {

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "OPEN, REQUEUED, IGNORED or CANCELED.")
  private String state;

  @Option(names = "--queue", paramLabel = "QUEUE", description = "Only those of this queue.")
  private String queue;

  @Override
  protected String path() {
    return "dead-letter";
  }

  @Override
  protected QueryParameters query() {
    return new QueryParameters().with("resolution_state", state).with("queue_key", queue);
  }

  @Override
  protected List<TableColumn> columns() {
    return List.of(
        TableColumn.text("DEAD LETTER", "dead_letter_euid"),
        TableColumn.named("SUBJECT", "subject_lookup_name", "subject_lookup_euid"),
        TableColumn.text("QUEUE", "queue_lookup_key"),
        TableColumn.state("STATE", "resolution_state"),
        TableColumn.text("BY", "resolved_by_lookup_name"),
        TableColumn.time("SINCE", "dead_lettered_at"),
        TableColumn.number("ATTEMPTS", "attempts"),
        TableColumn.text("REASON", "reason_code"),
        TableColumn.text("ERROR CLASS", "error_class"),
        TableColumn.text("ERROR", "error_message"));
  }

  @Override
  protected String nothing() {
    return "There are no such dead letters.";
  }
}
