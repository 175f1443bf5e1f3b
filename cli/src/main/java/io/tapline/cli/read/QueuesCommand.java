package io.tapline.cli.read;

import io.tapline.cli.print.Column;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code tapline queues}. */
@Command(
    name = "queues",
    description = "Lists the queues, the most urgent first, with their figures.",
    footer = {"%nExample:", "  tapline queues"})
public final class QueuesCommand extends ListCommand {

  @Override
  protected String path() {
    return "queues";
  }

  @Override
  protected List<Column> columns() {
    return List.of(
        Column.text("QUEUE", "queue_key"),
        Column.text("", QueuesCommand::pause),
        Column.number("DEPTH", "queue_depth"),
        Column.seconds("OLDEST", "oldest_job_age_seconds"),
        Column.number("LEASED", "active_leases"),
        Column.alarm("HELD", "held_count"),
        Column.alarm("DEAD", "dead_letter_count"),
        // Who asks this queue for work, of those who could.
        Column.text(
            "SERVING",
            row ->
                row.path("worker_serving_count").asString()
                    + "/"
                    + row.path("worker_online_count").asString()),
        Column.number("DONE/MIN", "throughput_success_per_minute"),
        Column.number("FAILED/MIN", "throughput_failure_per_minute"));
  }

  /** Nothing can be claimed from it, so its depth is 0: what waits is said here. */
  private static String pause(JsonNode row) {
    if (row.path("enabled").asBoolean()) {
      return "";
    }
    long wait = row.path("paused_depth").asLong();
    return wait == 0 ? "paused" : wait + (wait == 1 ? " waits, paused" : " wait, paused");
  }

  @Override
  protected String nothing() {
    return "There are no queues; tapline queue create makes one.";
  }
}
