package io.tapline.cli.act;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A command that changes something, under an idempotency key. */
public abstract class ActCommand extends ServerCommand {

  @Option(
      names = "--key",
      paramLabel = "KEY",
      order = 91,
      description =
          "The idempotency key; the server executes a command once per key. Default: a new key.")
  private String key;

  /** The idempotency key of the command line, or null. */
  protected final String key() {
    return key;
  }

  /** Sends the request under the given idempotency key or a fresh one. */
  protected final JsonNode post(ServerSession session, String path, ObjectNode body) {
    if (key != null) {
      body.put("idempotency_key", key);
    }
    return session.http().post(path, body);
  }

  /** Sends one action and prints its result. */
  protected final ExitCode act(ServerSession session, String action, ObjectNode body) {
    var answer = post(session, "actions/" + action, body);
    return show(session, answer, facts(answer));
  }

  private static FactSheet facts(JsonNode answer) {
    return new FactSheet()
        .add("status", FieldText.text(answer, "status"))
        .add("job", FieldText.text(answer, "subject_euid"))
        .state("state", FieldText.text(answer, "result.state"))
        .add("worker", FieldText.text(answer, "worker_euid"))
        .add("lease", FieldText.text(answer, "lease_euid"))
        .add("hold", FieldText.text(answer, "hold_euid"))
        .add("dead letter", FieldText.text(answer, "dead_letter_euid"))
        .add("queue", FieldText.text(answer, "result.queue_key"))
        .add("remaining jobs", FieldText.text(answer, "result.waiting_subjects"))
        .add("revision", FieldText.text(answer, "result.revision"))
        .add("action", FieldText.text(answer, "action_euid"))
        .add("replayed", answer.path("replayed").asBoolean() ? "yes" : FieldText.NONE);
  }
}
