package io.tapline.testkit.server;

import io.tapline.client.http.TaplineHttp;
import io.tapline.client.worker.Handler;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Empties one queue with a worker of the runtime. */
final class ServerQueueDrain {

  /** Views of jobs that wait for a time only. */
  private static final List<String> WAITING = List.of("retrying", "not_ready");

  /** Limit for jobs that are always retried or enqueued again. */
  private static final int MOST_ROUNDS = 1_000;

  private final ScratchServer server;
  private final String queueKey;
  private final Handler handler;

  ServerQueueDrain(ScratchServer server, String queueKey, Handler handler) {
    this.server = server;
    this.queueKey = queueKey;
    this.handler = handler;
  }

  Drained dueNow() {
    return dueNow(Drained.NOTHING);
  }

  Drained advancing() {
    var drained = dueNow();
    int rounds = 0;
    for (var next = next(); next != null; next = next()) {
      if (rounds++ == MOST_ROUNDS) {
        throw new AssertionError(
            queueKey + " is not empty after " + MOST_ROUNDS + " rounds; does work come back?");
      }
      var left = Duration.between(server.now(), next);
      server.advance(left.isNegative() ? Duration.ZERO : left);
      drained = dueNow(drained);
    }
    return drained;
  }

  private Drained dueNow(Drained before) {
    var builder = server.service().worker("drain").queue(queueKey).stopAtExit(false).stopWhenIdle();
    server
        .admin()
        .http()
        .get("queues/" + TaplineHttp.encode(queueKey))
        .path("required_worker_capabilities")
        .forEach(capability -> builder.capability(capability.asString()));
    try (var worker = builder.handle(handler).start()) {
      worker.awaitStop();
      return before.plus(worker.figures());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The earliest ready time of the waiting jobs; null without any. */
  private Instant next() {
    Instant first = null;
    for (var view : WAITING) {
      var query = new HashMap<String, Object>(Map.of("queue_key", queueKey, "view", view));
      for (var page = page(query); ; page = page(query)) {
        for (var item : page.path("items")) {
          var due = Instant.parse(item.path("queue_ready_timestamp").asString());
          first = first == null || due.isBefore(first) ? due : first;
        }
        if (!page.hasNonNull("next_cursor")) {
          break;
        }
        query.put("cursor", page.path("next_cursor").asString());
      }
    }
    return first;
  }

  private JsonNode page(Map<String, Object> query) {
    return server.operator().http().get("subjects", query);
  }
}
