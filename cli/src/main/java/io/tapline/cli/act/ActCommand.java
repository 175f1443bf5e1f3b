package io.tapline.cli.act;

import io.tapline.cli.Exit;
import io.tapline.cli.ServerCommand;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Facts;
import io.tapline.cli.print.Field;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A command that changes something, under an idempotency key. */
public abstract class ActCommand extends ServerCommand {

  @Option(
      names = "--key",
      paramLabel = "KEY",
      order = 91,
      description = "The idempotency key: the same command with the same key is done once.")
  private String key;

  /** The one that was given, or null. */
  protected final String key() {
    return key;
  }

  /** Sends it under the key that was given, or a fresh one. */
  protected final JsonNode post(Session session, String path, ObjectNode body) {
    if (key != null) {
      body.put("idempotency_key", key);
    }
    return session.http().post(path, body);
  }

  /** Does one thing and says what became of it. */
  protected final Exit act(Session session, String action, ObjectNode body) {
    var answer = post(session, "actions/" + action, body);
    return show(session, answer, facts(answer));
  }

  /** What came of it: all of it for programs, the facts for people. */
  protected static Exit show(Session session, JsonNode answer, Facts facts) {
    var printer = session.printer();
    if (printer.json()) {
      printer.document(answer);
    } else {
      printer.facts(facts);
    }
    return Exit.OK;
  }

  private static Facts facts(JsonNode answer) {
    return new Facts()
        .add("status", Field.text(answer, "status"))
        .add("subject", Field.text(answer, "subject_euid"))
        .state("state", Field.text(answer, "result.state"))
        .add("worker", Field.text(answer, "worker_euid"))
        .add("lease", Field.text(answer, "lease_euid"))
        .add("hold", Field.text(answer, "hold_euid"))
        .add("dead letter", Field.text(answer, "dead_letter_euid"))
        .add("queue", Field.text(answer, "result.queue_key"))
        .add("revision", Field.text(answer, "result.revision"))
        .add("action", Field.text(answer, "action_euid"))
        .add("replayed", answer.path("replayed").asBoolean() ? "yes" : Field.NONE);
  }
}
