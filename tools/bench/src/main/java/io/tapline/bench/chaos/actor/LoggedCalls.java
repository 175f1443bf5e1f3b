package io.tapline.bench.chaos.actor;

import io.tapline.bench.chaos.actor.ActorMain.Actor;
import io.tapline.bench.chaos.log.LogLine;
import io.tapline.bench.chaos.log.LogLine.Kind;
import io.tapline.bench.host.UncheckedCalls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The HTTP calls of one loop. The log contains every request and every answer. A request without an
 * answer is retried with the same key, at any server; some answered requests are also repeated,
 * because a replay must return the same answer.
 */
final class LoggedCalls {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final AtomicLong CALLS = new AtomicLong();
  private static final int AGAIN_OF = 8;
  private static final int OLD_AGAIN_OF = 20;
  private static final int REMEMBERED = 64;
  private static final int REQUEST_SECONDS = 10;
  private static final int CONNECT_SECONDS = 3;
  private static final int PAUSE_MILLIS = 300;

  private final Actor actor;
  private final Deque<Request> old = new ArrayDeque<>();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(CONNECT_SECONDS))
          .build();

  private record Request(
      long call, String op, String body, int seconds, List<LogLine.Item> items) {}

  LoggedCalls(Actor actor) {
    this.actor = actor;
  }

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  /** A unique idempotency key. */
  String key() {
    return actor.who() + "-" + CALLS.incrementAndGet();
  }

  /**
   * Sends one action.
   *
   * @return the answer, or null when there was none
   */
  JsonNode one(String op, ObjectNode body) {
    return post(op, body.toString(), 0, List.of(asked(body)));
  }

  /** Sends a claim that waits up to {@code wait} seconds for work. */
  JsonNode claim(ObjectNode body, int wait) {
    return post("claim", body.toString(), wait, List.of(asked(body)));
  }

  /** Sends a batch; each item has its own key. */
  JsonNode many(String op, List<ObjectNode> bodies) {
    var request = object();
    request.putArray("items").addAll(bodies);
    return post(op, request.toString(), 0, bodies.stream().map(LoggedCalls::asked).toList());
  }

  private static LogLine.Item asked(ObjectNode body) {
    return LogLine.Item.asked(
        body.path("idempotency_key").asString(null),
        body.path("subject_euid").asString(null),
        body.path("lease_euid").asString(null));
  }

  private JsonNode post(String op, String body, int seconds, List<LogLine.Item> items) {
    var request = new Request(CALLS.incrementAndGet(), op, body, seconds, items);
    boolean twice = actor.chance(AGAIN_OF) == 0;
    var answer = insist(request, twice);
    if (answer != null && op.equals("claim") && answer.path("claims").isEmpty()) {
      // An empty claim is not stored: its repetition may find work.
      return answer;
    }
    if (answer != null && twice) {
      insist(request, true);
    }
    if (answer != null) {
      old.addLast(request);
      if (old.size() > REMEMBERED) {
        old.removeFirst();
      }
    }
    if (actor.chance(OLD_AGAIN_OF) == 0 && !old.isEmpty()) {
      insist(new ArrayList<>(old).get(actor.chance(old.size())), true);
    }
    return answer;
  }

  private JsonNode insist(Request request, boolean keepText) {
    while (true) {
      var response = attempt(request, keepText);
      if (response != null && response.statusCode() != 503 && response.statusCode() != 429) {
        return response.statusCode() == 200 ? JSON.readTree(response.body()) : null;
      }
      if (!actor.isGoing()) {
        return null;
      }
      UncheckedCalls.sleep(1 + actor.chance(PAUSE_MILLIS));
    }
  }

  private HttpResponse<String> attempt(Request request, boolean keepText) {
    var builder =
        request("actions/" + request.op(), request.seconds())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(request.body()));
    if (request.seconds() > 0) {
      builder.header("Prefer", "wait=" + request.seconds());
    }
    write(Kind.SENT, request, 0, null, request.items());
    try {
      var response = http.send(builder.build(), HttpResponse.BodyHandlers.ofString());
      write(
          Kind.GOT,
          request,
          response.statusCode(),
          keepText || response.statusCode() >= 500 ? response.body() : null,
          AnswerItems.of(request.op(), request.items(), response.statusCode(), response.body()));
      return response;
    } catch (IOException e) {
      write(Kind.LOST, request, 0, e.toString(), request.items());
      return null;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void write(
      Kind kind, Request request, int status, String text, List<LogLine.Item> items) {
    actor.write(kind, request.call(), request.op(), status, text, items);
  }

  /** A request to one of the servers. */
  private HttpRequest.Builder request(String path, int waitSeconds) {
    return HttpRequest.newBuilder(URI.create(actor.address() + "/api/v1/execution/" + path))
        .timeout(Duration.ofSeconds(REQUEST_SECONDS + waitSeconds))
        .header("Authorization", "Bearer " + actor.settings().token());
  }

  /** Reads a path; null when there was no usable answer. */
  JsonNode get(String path) {
    try {
      var response = http.send(request(path, 0).build(), HttpResponse.BodyHandlers.ofString());
      var text = response.statusCode() == 200 ? null : response.body();
      actor.write(Kind.GOT, 0, "read", response.statusCode(), text, null);
      return text == null ? JSON.readTree(response.body()) : null;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
