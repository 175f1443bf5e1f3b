package io.tapline.cli.enqueue;

import io.tapline.cli.act.BulkResult;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.ProgressBar;
import io.tapline.client.error.Problem;
import io.tapline.client.error.TaplineException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Enqueues many jobs, up to a thousand per request. */
final class EnqueueBatches {

  /** Item limit of one request. */
  private static final int ITEMS = 1_000;

  /** Half of the size limit of a request, because the options add fields to each line. */
  private static final long BYTES = 4_000_000;

  private final ServerSession session;
  private final ObjectNode usual;
  private final String run;
  private final String command;
  private final BulkResult result = new BulkResult();
  private final List<WorkLine> waiting = new ArrayList<>();
  private long bytes;

  /**
   * @param usual values of fields that a line leaves out
   * @param run prefix of the idempotency keys of the lines
   * @param command printed for a repetition when the run is interrupted
   */
  EnqueueBatches(ServerSession session, ObjectNode usual, String run, String command) {
    this.session = session;
    this.usual = usual;
    this.run = run;
    this.command = command;
  }

  void add(WorkLine line, ProgressBar bar) {
    if (waiting.size() == ITEMS || bytes + line.bytes() > BYTES) {
      flush(bar);
    }
    waiting.add(line);
    bytes += line.bytes();
  }

  void flush(ProgressBar bar) {
    if (waiting.isEmpty()) {
      return;
    }
    var body = InputDocuments.object();
    var items = body.putArray("items");
    waiting.forEach(line -> items.add(item(line)));
    note(post(body).path("items"));
    bar.advance(waiting.size());
    waiting.clear();
    bytes = 0;
  }

  private JsonNode post(ObjectNode body) {
    try {
      return session.http().post("actions/enqueue", body);
    } catch (TaplineException e) {
      session
          .printer()
          .remark(
              "%s jobs are enqueued; this command enqueues the others, and none twice: %s --key %s"
                  .formatted(result.count(), command, run));
      throw e;
    }
  }

  private ObjectNode item(WorkLine line) {
    var item = usual.deepCopy();
    item.setAll(line.item());
    if (line.item().has("subject_euid") && !line.item().has("template_code")) {
      // An existing job is routed and needs no template.
      item.remove("template_code");
    }
    return item.has("idempotency_key")
        ? item
        : item.put("idempotency_key", run + ":" + line.number());
  }

  private void note(JsonNode results) {
    for (int i = 0; i < results.size(); i++) {
      var problem = results.get(i).path("problem");
      if (problem.isObject()) {
        result.refuse("line " + waiting.get(i).number(), problem(problem));
      } else {
        result.done(results.get(i).path("answer").path("replayed").asBoolean());
      }
    }
  }

  private static Problem problem(JsonNode node) {
    return new Problem(
        node.path("code").asString(),
        node.path("status").asInt(),
        node.path("detail").asString(),
        node.path("field").isString() ? node.path("field").asString() : null);
  }

  ExitCode print() {
    return result.print(session.printer(), "enqueue");
  }
}
