package io.tapline.cli.read;

import io.tapline.cli.connect.Query;
import io.tapline.cli.print.Column;
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
  protected Query query() {
    return new Query().with("resolution_state", state).with("queue_key", queue);
  }

  @Override
  protected List<Column> columns() {
    return List.of(
        Column.text("DEAD LETTER", "dead_letter_euid"),
        Column.named("SUBJECT", "subject_lookup_name", "subject_lookup_euid"),
        Column.text("QUEUE", "queue_lookup_key"),
        Column.state("STATE", "resolution_state"),
        Column.text("BY", "resolved_by_lookup_name"),
        Column.time("SINCE", "dead_lettered_at"),
        Column.number("ATTEMPTS", "attempts"),
        Column.text("REASON", "reason_code"),
        Column.text("ERROR CLASS", "error_class"),
        Column.text("ERROR", "error_message"));
  }

  @Override
  protected String nothing() {
    return "There are no such dead letters.";
  }
}
