package io.tapline.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.tapline.api.request.Claim;
import io.tapline.client.error.ConflictException;
import io.tapline.client.error.ForbiddenException;
import io.tapline.client.error.NotFoundException;
import io.tapline.client.error.Problem;
import io.tapline.client.error.UnauthenticatedException;
import io.tapline.client.error.UnavailableException;
import io.tapline.client.error.UnexpectedAnswerException;
import io.tapline.client.error.UnreachableException;
import io.tapline.client.error.ValidationException;
import io.tapline.client.http.EventStream;
import io.tapline.client.http.IdempotencyKeys;
import io.tapline.client.testing.CuttableProxy;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The layer below the typed calls, over real HTTP, with answers that get lost. */
@TaplineServer
class TaplineHttpTest {

  /** On a busy machine. */
  private static final long SOON_MILLIS = 20_000;

  private static TestTapline tapline;
  private static TenantApi lab;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  private static TaplineClient.Builder as(String token) {
    return TaplineClient.builder().url(tapline.address().toString()).token(token);
  }

  @Test
  void a_json_tree_goes_in_and_a_json_tree_comes_out() {
    var queue = lab.queue();
    try (var client = as("acme-operator").build()) {
      var answer =
          client
              .http()
              .post(
                  "actions/enqueue",
                  Map.of("queue_key", queue, "template_code", "data/execution/task/1.0"));
      var subject = answer.path("subject_euid").asString();

      assertThat(client.http().get("subjects/" + subject).path("subject_euid").asString())
          .isEqualTo(subject);
      tapline.awaitFeed("acme");
      assertThat(client.http().get("events", Map.of("subject_euid", subject)).path("items"))
          .hasSize(1);
    }
  }

  @Test
  void a_lost_answer_is_asked_for_again_with_the_same_key_and_nothing_is_done_twice() {
    var queue = lab.queue();
    try (var cable = new CuttableProxy(tapline.address());
        var client = TaplineClient.builder().url(cable.url()).token("acme-operator").build()) {
      cable.loseAnswers(2);
      var one =
          client
              .http()
              .post(
                  "actions/enqueue",
                  Map.of("queue_key", queue, "template_code", "data/execution/task/1.0"));
      assertThat(one.path("replayed").asBoolean()).isTrue();

      cable.loseAnswers(1);
      var item = Map.of("queue_key", queue, "template_code", "data/execution/task/1.0");
      var many = client.http().post("actions/enqueue", Map.of("items", List.of(item, item)));
      assertThat(many.path("items")).allMatch(i -> i.at("/answer/replayed").asBoolean());
    }
    assertThat(lab.operator.get("queues/" + queue + "/items").ok().path("items")).hasSize(3);
  }

  @Test
  void a_call_without_a_key_is_not_repeated_when_its_answer_is_lost() {
    try (var cable = new CuttableProxy(tapline.address());
        var client = TaplineClient.builder().url(cable.url()).token("acme-admin").build()) {
      cable.loseAnswers(1);
      assertThatThrownBy(
              () -> client.http().postOnce("/api/v1/testing/clock", Map.of("advance_seconds", 0)))
          .isInstanceOf(UnreachableException.class);
    }
  }

  @Test
  void a_server_that_is_away_for_a_while_is_waited_for() throws Exception {
    var statuses = Collections.synchronizedList(new ArrayList<>(List.of(503, 502, 504, 200)));
    var keys = Collections.synchronizedSet(new java.util.HashSet<String>());
    var stub = stub(statuses, keys);
    try (var client = at(stub, Duration.ofSeconds(30))) {
      assertThat(client.http().post("actions/enqueue", Map.of()).path("ok").asBoolean()).isTrue();
      assertThat(statuses).isEmpty();
      assertThat(keys).hasSize(1);
    } finally {
      stub.stop(0);
    }
  }

  @Test
  void without_patience_the_first_failure_is_the_answer() throws Exception {
    var stub = stub(new ArrayList<>(List.of(503, 200)), new java.util.HashSet<>());
    try (var client = at(stub, Duration.ZERO)) {
      assertThatThrownBy(() -> client.http().get("queues"))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("send the same request again later");
    } finally {
      stub.stop(0);
    }
  }

  @Test
  void an_answer_that_does_not_come_in_time_counts_as_lost() throws Exception {
    var stub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    // It takes the request and never answers.
    stub.createContext("/", exchange -> {});
    stub.start();
    try (var client =
        TaplineClient.builder()
            .url("http://127.0.0.1:" + stub.getAddress().getPort())
            .timeout(Duration.ofMillis(50))
            .retryFor(Duration.ZERO)
            .build()) {
      assertThatThrownBy(() -> client.http().get("queues"))
          .isInstanceOf(UnreachableException.class)
          .hasMessageContaining("no answer within 50 ms");
    } finally {
      stub.stop(0);
    }
  }

  @Test
  void problems_can_be_caught_by_what_they_mean() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    try (var stranger = as("nobody").build();
        var operator = as("acme-operator").build()) {
      assertThatThrownBy(() -> stranger.http().get("queues"))
          .isInstanceOf(UnauthenticatedException.class)
          .hasMessageContaining("give a valid token");
      assertThatThrownBy(() -> operator.http().get("queues/none"))
          .isInstanceOf(NotFoundException.class);
      assertThatThrownBy(
              () -> operator.http().post("actions/create-queue", Map.of("queue_key", "x")))
          .isInstanceOf(ForbiddenException.class);
      assertThatThrownBy(
              () -> operator.http().post("actions/hold", Map.of("subject_euid", subject)))
          .isInstanceOfSatisfying(
              ValidationException.class,
              e -> {
                assertThat(e.field()).isEqualTo("hold_code");
                assertThat(e.errors())
                    .extracting(Problem.FieldError::field)
                    .containsExactly("hold_code", "reason");
                assertThat(e).hasMessageContaining("; also reason: is required");
              });
      assertThatThrownBy(
              () ->
                  operator
                      .http()
                      .post(
                          "actions/cancel",
                          Map.of("subject_euid", subject, "reason", "x", "expected_revision", 99)))
          .isInstanceOfSatisfying(
              ConflictException.class,
              e -> {
                assertThat(e.code()).isEqualTo("REVISION_CONFLICT");
                assertThat(e.status()).isEqualTo(409);
              });
    }
  }

  @Test
  void a_url_where_nobody_listens_or_another_service_does_is_told_in_one_sentence()
      throws IOException {
    try (var client =
        TaplineClient.builder().url("http://127.0.0.1:1").retryFor(Duration.ZERO).build()) {
      assertThatThrownBy(() -> client.http().get("queues"))
          .isInstanceOf(UnreachableException.class)
          .hasMessageContaining("check the URL and that the server runs");
    }
    var stub = stub(new ArrayList<>(List.of(404)), new java.util.HashSet<>());
    try (var client = at(stub, Duration.ZERO)) {
      assertThatThrownBy(() -> client.http().get("queues"))
          .isInstanceOf(UnexpectedAnswerException.class)
          .hasMessageContaining("check that the URL is that of a Tapline server");
    } finally {
      stub.stop(0);
    }
    for (var wrong : List.of("", "localhost:8080", "ftp://x", "http://", "http://a b")) {
      assertThatThrownBy(() -> TaplineClient.builder().url(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("write it like http://127.0.0.1:8080");
    }
  }

  @Test
  void a_stream_of_events_reads_on_where_it_was_after_a_break() {
    var queue = lab.queue();
    var first = lab.enqueue(queue);
    try (var cable = new CuttableProxy(tapline.address());
        var client = TaplineClient.builder().url(cable.url()).token("acme-operator").build();
        var stream = client.http().stream("events/stream", Map.of("type", "job_enqueued"))) {
      var seen = new ArrayList<String>();
      readUntil(stream, first, seen);

      cable.cut();
      var second = lab.enqueue(queue);
      cable.mend();
      readUntil(stream, second, seen);
      assertThat(seen).doesNotHaveDuplicates();
    }
  }

  @Test
  void a_stream_that_is_refused_says_why() {
    try (var client = as("acme-operator").build();
        var stream = client.http().stream("events/stream", Map.of("type", "nonsense"))) {
      assertThatThrownBy(() -> stream.next(Duration.ofSeconds(60)))
          .isInstanceOf(ValidationException.class);
    }
  }

  private static void readUntil(EventStream stream, String subject, List<String> seen) {
    while (!seen.contains(subject)) {
      var event = stream.next(Duration.ofSeconds(60));
      assertThat(event).as("an event of %s", subject).isPresent();
      seen.add(event.get().path("job_id").asString());
    }
  }

  @Test
  void a_claim_of_a_worker_says_when_nobody_waits_for_it_by_the_clock_of_the_database()
      throws Exception {
    var claims = Collections.synchronizedList(new ArrayList<JsonNode>());
    var refuse = new AtomicBoolean();
    var stub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    stub.createContext(
        "/",
        exchange -> {
          var asked = Json.parse(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          boolean claim = exchange.getRequestURI().getPath().endsWith("/claim");
          boolean late = claim && refuse.getAndSet(false);
          if (claim) {
            claims.add(asked);
          }
          var answer = Json.object().put("worker_euid", "Z-W-1");
          answer.putObject("result").put("heartbeat_at", "2031-05-01T12:00:00.000000Z");
          if (late) {
            answer.put("status", 409).put("code", "CLAIM_TOO_LATE").put("detail", "late");
          }
          var bytes = Json.print(answer).getBytes(UTF_8);
          var type = late ? "application/problem+json" : "application/json";
          exchange.getResponseHeaders().add("Content-Type", type);
          exchange.sendResponseHeaders(late ? 409 : 200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    stub.start();
    try (var client = at(stub, Duration.ofSeconds(30))) {
      var port = new HttpWorkPort(client.http());
      var wish = Claim.batch("k", "Z-W-1", null, 1, true);
      var patience = Duration.ofSeconds(20);
      port.claim(wish, patience);
      assertThat(claims.get(0).has("not_after")).as("nothing is known yet").isFalse();
      port.heartbeat("Z-W-1");
      port.claim(wish, patience);
      var least = Instant.parse("2031-05-01T12:00:20Z").plus(client.http().timeout());
      assertThat(Instant.parse(claims.get(1).path("not_after").asString()))
          .isBetween(least, least.plusSeconds(3600));
      // We still wait, so it was the clock that was set: it is asked again, without a time.
      refuse.set(true);
      port.claim(wish, patience);
      assertThat(claims.get(2).has("not_after")).isTrue();
      assertThat(claims.get(3).has("not_after")).isFalse();
      port.claim(wish, patience);
      assertThat(claims.get(4).has("not_after")).isFalse();
      port.heartbeat("Z-W-1");
      port.claim(wish, patience);
      assertThat(claims.get(5).has("not_after")).isTrue();
    } finally {
      stub.stop(0);
    }
  }

  private static TaplineClient at(HttpServer stub, Duration patience) {
    return TaplineClient.builder()
        .url("http://127.0.0.1:" + stub.getAddress().getPort())
        .retryFor(patience)
        .build();
  }

  /** Answers with the statuses in turn. */
  private static HttpServer stub(List<Integer> statuses, java.util.Set<String> keys)
      throws IOException {
    var stub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    stub.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          keys.add(exchange.getRequestHeaders().getFirst(IdempotencyKeys.HEADER));
          int status = statuses.remove(0);
          var body = (status == 200 ? "{\"ok\": true}" : "busy").getBytes(StandardCharsets.UTF_8);
          exchange
              .getResponseHeaders()
              .add("Content-Type", status == 200 ? "application/json" : "text/html");
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    stub.start();
    return stub;
  }

  /** Only a client of an {@code http:} server does without. */
  @Test
  void a_server_at_https_is_spoken_to_in_tls() {
    var url = tapline.address().toString().replace("http:", "https:");
    try (var client = TaplineClient.builder().url(url).retryFor(Duration.ZERO).build()) {
      assertThatThrownBy(() -> client.http().get("/health"))
          .isInstanceOf(UnreachableException.class)
          .hasCauseInstanceOf(javax.net.ssl.SSLException.class);
    }
  }

  /** A thread in native code keeps a JVM from exiting for a while, and a command is short. */
  @Test
  void a_client_that_is_closed_leaves_no_thread_behind() throws InterruptedException {
    var before = selectors();
    try (var client =
        TaplineClient.builder().url(tapline.address().toString()).token("acme-admin").build()) {
      client.http().get("queues");
      assertThat(selectors()).anyMatch(selector -> !before.contains(selector));
    }
    for (var selector : selectors()) {
      if (!before.contains(selector)) {
        selector.join(SOON_MILLIS);
        assertThat(selector.isAlive()).isFalse();
      }
    }
  }

  private static Set<Thread> selectors() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().endsWith("-SelectorManager"))
        .collect(java.util.stream.Collectors.toSet());
  }
}
