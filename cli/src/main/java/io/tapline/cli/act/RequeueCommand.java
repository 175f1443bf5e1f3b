package io.tapline.cli.act;

import io.tapline.cli.connect.InputDocuments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tapline requeue}. */
@Command(
    name = "requeue",
    description = "Returns jobs to the state READY and resets their attempts.",
    footer = {
      "%nExamples:",
      "  tapline requeue Z-TK-1A --reason 'instrument repaired'",
      "  tapline requeue --queue extraction --state FAILED_TERMINAL --reason fixed -y"
    })
public final class RequeueCommand extends JobVerb {

  @Option(
      names = "--to",
      paramLabel = "QUEUE",
      description = "The key of the new queue. Default: the current or last queue of the job.")
  private String to;

  @Option(
      names = "--action",
      paramLabel = "KEY",
      description =
          "The key of the next action. Default: the same action, or the default action of another"
              + " queue.")
  private String nextAction;

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "The new priority; higher values are claimed first. Default: unchanged.")
  private Integer priority;

  @Option(names = "--override", description = "Also requeues held jobs. Requires an administrator.")
  private boolean override;

  @Override
  String action() {
    return "requeue";
  }

  /** A leased job cannot be requeued, a held one only with an override. */
  @Override
  String unable(JsonNode item) {
    if (item.hasNonNull("lease_euid")) {
      return "leased";
    }
    return item.path("state").asString().equals("HELD") && !override ? "held" : null;
  }

  @Override
  ObjectNode body() {
    var body = InputDocuments.object();
    InputDocuments.put(body, "queue_key", to);
    InputDocuments.put(body, "next_action_key", nextAction);
    InputDocuments.put(body, "priority", priority);
    return override ? body.put("override", true) : body;
  }
}
