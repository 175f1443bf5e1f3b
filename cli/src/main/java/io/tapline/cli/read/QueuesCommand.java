package io.tapline.cli.read;

import io.tapline.cli.print.TableColumn;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code tapline queues}. */
@Command(
    name = "queues",
    description = "Lists the queues with their figures, by dispatch priority.",
    footer = {"%nExample:", "  tapline queues"})
public final class QueuesCommand extends ListCommand {

  public QueuesCommand() {
    super(
        "queues",
        "There are no queues; tapline queue create creates one.",
        TableColumn.text("QUEUE", "queue_key"),
        TableColumn.text("", QueuesCommand::pause),
        TableColumn.number("DEPTH", "queue_depth"),
        TableColumn.seconds("OLDEST", "oldest_job_age_seconds"),
        TableColumn.number("LEASED", "active_leases"),
        TableColumn.alarm("HELD", "held_count"),
        TableColumn.alarm("DEAD LETTERS", "dead_letter_count"),
        // Workers that claim from this queue, and online workers that could.
        TableColumn.text(
            "SERVING",
            row ->
                row.path("worker_serving_count").asString()
                    + "/"
                    + row.path("worker_online_count").asString()),
        TableColumn.number("DONE/MIN", "throughput_success_per_minute"),
        TableColumn.number("FAILED/MIN", "throughput_failure_per_minute"));
  }

  /**
   * A paused queue has depth 0, because nothing can be claimed; its waiting jobs are shown here.
   */
  private static String pause(JsonNode row) {
    if (row.path("enabled").asBoolean()) {
      return "";
    }
    long wait = row.path("paused_depth").asLong();
    return wait == 0 ? "paused" : "paused, " + wait + " waiting";
  }
}
