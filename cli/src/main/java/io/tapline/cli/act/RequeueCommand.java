package io.tapline.cli.act;

import io.tapline.cli.connect.InputDocuments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tapline requeue}. */
@Command(
    name = "requeue",
    description = "Sends subjects back to READY with a clean count of attempts.",
    footer = {
      "%nExamples:",
      "  tapline requeue Z-TK-1A --reason 'instrument repaired'",
      "  tapline requeue --queue extraction --state FAILED_TERMINAL --reason fixed -y"
    })
public final class RequeueCommand extends SubjectVerb {

  @Option(
      names = "--to",
      paramLabel = "QUEUE",
      description = "Another queue than the one they were in.")
  private String to;

  @Option(
      names = "--action",
      paramLabel = "KEY",
      description = "The next action; the action of the queue if absent.")
  private String nextAction;

  @Option(names = "--priority", paramLabel = "N", description = "Higher is sooner.")
  private Integer priority;

  @Option(names = "--override", description = "An administrator requeues what is held.")
  private boolean override;

  @Override
  String action() {
    return "requeue";
  }

  @Override
  String verb() {
    return "requeue";
  }

  /** A leased subject cannot be requeued, a held one only with an override. */
  @Override
  String unable(JsonNode item) {
    if (item.hasNonNull("lease_euid")) {
      return "with a worker";
    }
    return item.path("state").asString().equals("HELD") && !override ? "held" : null;
  }

  @Override
  ObjectNode body() {
    var body = InputDocuments.object();
    if (to != null) {
      body.put("queue_key", to);
    }
    if (nextAction != null) {
      body.put("next_action_key", nextAction);
    }
    if (priority != null) {
      body.put("priority", priority);
    }
    return override ? body.put("override", true) : body;
  }
}
