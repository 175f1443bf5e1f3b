package io.tapline.cli.read;

import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.TableColumn;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline dead-letter}. */
@Command(
    name = "dead-letter",
    description = {
      "Lists dead letters, which are jobs that failed permanently, oldest first.",
      "tapline requeue retries the job; tapline resolve closes the dead letter."
    },
    footer = {"%nExample:", "  tapline dead-letter --state OPEN --queue extraction"})
public final class DeadLetterCommand extends ListCommand {

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description =
          "Lists only dead letters in this state: OPEN, REQUEUED, IGNORED or CANCELED. Default: all.")
  private String state;

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      description = "Lists only dead letters of this queue. Default: all.")
  private String queue;

  public DeadLetterCommand() {
    super(
        "dead-letter",
        "No dead letter matches.",
        TableColumn.text("DEAD LETTER", "dead_letter_euid"),
        TableColumn.named("JOB", "subject_lookup_name", "subject_lookup_euid"),
        TableColumn.text("QUEUE", "queue_lookup_key"),
        TableColumn.state("STATE", "resolution_state"),
        TableColumn.text("RESOLVED BY", "resolved_by_lookup_name"),
        TableColumn.time("SINCE", "dead_lettered_at"),
        TableColumn.number("ATTEMPTS", "attempts"),
        TableColumn.text("REASON", "reason_code"),
        TableColumn.text("ERROR CLASS", "error_class"),
        TableColumn.text("ERROR", "error_message"));
  }

  @Override
  protected QueryParameters query(ServerSession session) {
    return new QueryParameters().with("resolution_state", state).with("queue_key", queue);
  }
}
