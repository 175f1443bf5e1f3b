package io.tapline.cli.queue;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerSession;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code tapline queue update}. */
@Command(
    name = "update",
    description = {
      "Changes the policy of a queue to the values in a YAML or JSON file.",
      "Fields that the file omits do not change. Requires an administrator."
    },
    footer = {
      "%nExample:",
      "  tapline queue update extraction.yaml --reason 'longer leases at night'"
    })
public final class UpdateQueueCommand extends ActCommand {

  private static final String REVISION = "expected_revision";
  private static final String TEMPLATES = "subject_template_codes";

  @Parameters(
      paramLabel = "FILE",
      description = "The file with queue_key and the fields to change.")
  private String file;

  @Option(
      names = "--expected-revision",
      paramLabel = "N",
      description =
          "The revision that the queue must have, otherwise the server refuses the change. Default:"
              + " the current revision.")
  private Long revision;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "The reason, which is stored with the action.")
  private String reason;

  @Override
  protected ExitCode run(ServerSession session) {
    var policy = QueueFile.read(here(), file);
    var path = "queues/" + TaplineHttp.encode(policy.path("queue_key").asString());
    var now = (ObjectNode) session.get(path, new QueryParameters());
    // An unchanged file of a created queue is accepted: templates cannot change, so equal ones are
    // not sent.
    if (policy.path(TEMPLATES).equals(now.path(TEMPLATES))) {
      policy.remove(TEMPLATES);
    }
    if (revision != null) {
      policy.put(REVISION, revision);
    } else if (!policy.has(REVISION)) {
      policy.put(REVISION, now.path("revision").asLong());
    }
    if (reason != null) {
      policy.put("reason", reason);
    }
    return act(session, "update-queue", policy);
  }
}
