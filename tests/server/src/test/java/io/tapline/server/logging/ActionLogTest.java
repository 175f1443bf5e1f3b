package io.tapline.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tapline.server.testing.GoodRequests;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** One line for each action, with ten fields that are always there and nothing that is private. */
@TaplineServer
class ActionLogTest {

  private static final List<String> FIELDS =
      List.of(
          "tenant",
          "subject_euid",
          "worker_euid",
          "lease_euid",
          "queue_key",
          "action_key",
          "idempotency_key",
          "expected_state",
          "terminal_status",
          "duration_ms");

  private static final String ACTIONS = "/api/v1/execution/actions/";

  private static TestTapline tapline;
  private static TenantApi lab;

  private final Logger logger = (Logger) LoggerFactory.getLogger(ActionLog.LOGGER);
  private final Level usual = logger.getLevel();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final JsonLines json = new JsonLines();

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  @BeforeEach
  void listen() {
    json.start();
    lines.start();
    logger.setLevel(Level.DEBUG);
    logger.addAppender(lines);
  }

  @AfterEach
  void leave() {
    logger.detachAppender(lines);
    logger.setLevel(usual);
  }

  private List<JsonNode> lines(String action) {
    return List.copyOf(lines.list).stream()
        .map(event -> Json.parse(json.doLayout(event)))
        .filter(line -> line.path("action_key").asString().equals(action))
        .toList();
  }

  private JsonNode only(String action) {
    assertThat(lines(action)).hasSize(1);
    return lines(action).get(0);
  }

  @Test
  void an_action_has_every_field() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    lab.service.post("actions/start", TenantApi.on(worker, claim)).ok();
    var body =
        TenantApi.on(worker, claim, "expected_state", "RUNNING", "correlation_id", "order-7");
    lab.service.post("actions/complete", body).ok();

    var line = only("complete_queue_execution");
    assertThat(line.propertyNames()).containsAll(FIELDS);
    assertThat(line.path("tenant").asString()).isEqualTo("acme");
    assertThat(line.path("subject_euid").asString()).isEqualTo(subject);
    assertThat(line.path("worker_euid").asString()).isEqualTo(worker);
    assertThat(line.path("lease_euid")).isEqualTo(claim.path("lease_euid"));
    assertThat(line.path("queue_key").asString()).isEqualTo(queue);
    assertThat(line.path("idempotency_key").asString()).isEqualTo(body.get("idempotency_key"));
    assertThat(line.path("expected_state").asString()).isEqualTo("RUNNING");
    assertThat(line.path("terminal_status").asString()).isEqualTo("COMPLETED");
    assertThat(line.path("duration_ms").asDouble()).isPositive();
    assertThat(line.path("correlation_id").asString()).isEqualTo("order-7");
    assertThat(line.path("outcome").asString()).isEqualTo("done");
    assertThat(line.path("level").asString()).isEqualTo("INFO");
    for (var action :
        List.of("create_queue", "enqueue_subject", "register_worker", "claim_queue_item")) {
      assertThat(only(action).propertyNames()).as(action).containsAll(FIELDS);
    }
    assertThat(only("claim_queue_item").path("subject_euid").asString()).isEqualTo(subject);
    assertThat(only("enqueue_subject").path("queue_key").asString()).isEqualTo(queue);
  }

  /** The expected state of the job of each request, as {@link GoodRequests} prepares it. */
  private static final Map<String, String> EXPECTED =
      Map.ofEntries(
          Map.entry("start", "READY"),
          Map.entry("renew-lease", "RUNNING"),
          Map.entry("release-lease", "RUNNING"),
          Map.entry("progress", "RUNNING"),
          Map.entry("complete", "RUNNING"),
          Map.entry("fail", "RUNNING"),
          Map.entry("dispatch-external", "RUNNING"),
          Map.entry("expire-lease", "RUNNING"),
          Map.entry("external-result", "WAITING_EXTERNAL"),
          Map.entry("hold", "READY"),
          Map.entry("release-hold", "HELD"),
          Map.entry("requeue", "READY"),
          Map.entry("dead-letter", "READY"),
          Map.entry("cancel", "READY"));

  private static final Set<String> TERMINAL = Set.of("COMPLETED", "CANCELED", "FAILED_TERMINAL");

  /** These are about no subject, or about one that has not been sent to a queue. */
  private static final Pattern OF_NO_QUEUE =
      Pattern.compile(".*-queue|.*-worker|set-callback-secret|prepare|register-.*");

  @Test
  void every_action_of_the_table_is_told_with_what_it_is_about() {
    var good = new GoodRequests(lab);
    var actions = actions();
    assertThat(actions).hasSizeGreaterThan(20).containsAll(EXPECTED.keySet());
    for (var action : actions) {
      var asked = good.at(ACTIONS + action);
      var body = asked.body();
      body.putIfAbsent("idempotency_key", TenantApi.unique("key"));
      if (EXPECTED.containsKey(action)) {
        body.put("expected_state", EXPECTED.get(action));
      }
      var answer = tapline.as(asked.token()).post(asked.target(), body).ok();
      var line =
          List.copyOf(lines.list).stream()
              .map(event -> Json.parse(json.doLayout(event)))
              .filter(one -> body.get("idempotency_key").equals(text(one, "idempotency_key")))
              // A pack's action may claim its subject first, under the same key.
              .filter(
                  one ->
                      !answer.has("action_key")
                          || answer.path("action_key").equals(one.path("action_key")))
              .findFirst()
              .orElseThrow(() -> new AssertionError("no line for " + action));
      assertThat(line.propertyNames()).as(action).containsAll(FIELDS);
      assertThat(text(line, "tenant")).as(action).isEqualTo("acme");
      assertThat(text(line, "action_key")).as(action).isNotBlank();
      assertThat(line.path("duration_ms").asDouble()).as(action).isPositive();
      for (var field : List.of("subject_euid", "worker_euid", "lease_euid", "queue_key")) {
        var told = body.containsKey(field) ? body.get(field) : text(answer, field);
        if (told != null) {
          assertThat(text(line, field)).as(action + " " + field).isEqualTo(told);
        }
      }
      assertThat(text(line, "expected_state")).as(action).isEqualTo(EXPECTED.get(action));
      var state = text(answer.path("result"), "state");
      var left = state != null ? state : text(answer.at("/result/execution"), "state");
      assertThat(text(line, "terminal_status"))
          .as(action)
          .isEqualTo(left != null && TERMINAL.contains(left) ? left : null);
      if (!OF_NO_QUEUE.matcher(action).matches()) {
        assertThat(text(line, "subject_euid")).as(action).isNotNull();
        assertThat(text(line, "queue_key")).as(action).isNotNull();
      }
    }
  }

  private static List<String> actions() {
    return tapline.described().document().path("paths").propertyNames().stream()
        .filter(path -> path.startsWith(ACTIONS))
        .map(path -> path.substring(ACTIONS.length()))
        .filter(action -> !action.contains("/"))
        .toList();
  }

  @Test
  void a_refused_action_is_logged_with_the_ids_of_its_request_and_its_subject() {
    var good = new GoodRequests(lab);
    int refused = 0;
    for (var action : actions()) {
      var asked = good.at(ACTIONS + action);
      var body = asked.body();
      body.putIfAbsent("idempotency_key", TenantApi.unique("key"));
      body.put("expected_revision", 9_999);
      var answer = tapline.as(asked.token()).post(asked.target(), body);
      if (answer.status() != 409) {
        continue;
      }
      refused++;
      var found =
          List.copyOf(lines.list).stream()
              .map(event -> Json.parse(json.doLayout(event)))
              .filter(one -> body.get("idempotency_key").equals(text(one, "idempotency_key")))
              .toList();
      assertThat(found).as(action).hasSize(1);
      var line = found.get(0);
      assertThat(line.propertyNames()).as(action).containsAll(FIELDS);
      assertThat(text(line, "outcome")).as(action).isEqualTo("refused");
      for (var field : List.of("subject_euid", "worker_euid", "lease_euid")) {
        if (body.get(field) instanceof String told) {
          assertThat(text(line, field)).as(action + " " + field).isEqualTo(told);
        }
      }
      if (!OF_NO_QUEUE.matcher(action).matches()) {
        assertThat(text(line, "subject_euid")).as(action).isNotNull();
        assertThat(text(line, "queue_key")).as(action).isNotNull();
      }
    }
    assertThat(refused).isGreaterThan(EXPECTED.size());
  }

  @Test
  void a_move_is_logged_with_both_queues_and_rework_with_the_queue_that_it_enters() {
    var queue = lab.queue();
    var next = lab.queue();
    var subject = lab.enqueue(queue);
    requeue(subject, next);
    assertThat(text(only("requeue_subject"), "queue_key")).isEqualTo(queue);
    assertThat(text(only("requeue_subject"), "to_queue_key")).isEqualTo(next);
    var worker = lab.worker();
    lab.service.post("actions/complete", TenantApi.on(worker, lab.claimOne(worker, next))).ok();
    requeue(subject, queue);
    assertThat(text(lines("requeue_subject").get(1), "queue_key")).isEqualTo(queue);
  }

  private static void requeue(String subject, String queue) {
    lab.operator
        .post(
            "actions/requeue",
            TenantApi.body("subject_euid", subject, "queue_key", queue, "reason", "again"))
        .ok();
  }

  @Test
  void an_expired_lease_is_logged_with_its_worker() {
    var queue = lab.queue();
    lab.enqueue(queue);
    var worker = lab.worker();
    lab.claimOne(worker, queue);
    tapline.advance(Duration.ofMinutes(2));
    tapline.engine().sweep(tapline.tenantId("acme"));
    assertThat(lines("expire_queue_lease"))
        .filteredOn(line -> queue.equals(text(line, "queue_key")))
        .singleElement()
        .satisfies(line -> assertThat(text(line, "worker_euid")).isEqualTo(worker));
  }

  @Test
  void each_member_of_a_pool_has_a_line_of_its_own() {
    var good = new GoodRequests(lab);
    var first = good.at(ACTIONS + "create-pool");
    var second = good.at(ACTIONS + "create-pool");
    var members =
        Stream.of(first, second)
            .flatMap(one -> ((List<?>) one.body().get("member_euids")).stream())
            .map(String.class::cast)
            .toList();
    first.body().put("member_euids", members);
    var api = tapline.as(first.token());
    var refused = new HashMap<>(first.body());
    refused.put("platform", "ONT");
    refused.put("idempotency_key", TenantApi.unique("key"));
    api.post(first.target(), refused).problem();
    assertThat(lines("create_pool").stream().map(line -> text(line, "subject_euid")))
        .containsExactlyElementsOf(members);
    lines.list.clear();
    api.post(first.target(), first.body()).ok();
    assertThat(lines("create_pool"))
        .filteredOn(line -> members.contains(text(line, "subject_euid")))
        .hasSize(2)
        .allSatisfy(
            line -> {
              assertThat(text(line, "terminal_status")).isEqualTo("COMPLETED");
              assertThat(text(line, "queue_key")).isEqualTo("ilmn_seq_pool");
              assertThat(text(line, "lease_euid")).isNotNull();
              assertThat(text(line, "worker_euid")).isNotNull();
            });
  }

  private static String text(JsonNode line, String field) {
    var value = line.path(field);
    return value.isString() ? value.asString() : null;
  }

  @Test
  void the_whole_life_of_a_subject_is_one_trace_and_one_correlation() {
    var trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    var queue = lab.queue();
    var enqueue =
        TenantApi.body(
            "queue_key",
            queue,
            "template_code",
            "data/execution/task/1.0",
            "correlation_id",
            "order-7");
    var subject =
        lab.operator
            .with("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
            .post("actions/enqueue", enqueue)
            .ok()
            .path("subject_euid")
            .asString();
    var worker = lab.worker();
    var request = TenantApi.body("worker_euid", worker, "queue_key", queue, "start", true);
    // The worker that claims has a trace of its own, which is not the work's.
    var claimer = lab.service.with("traceparent", "00-" + "a".repeat(32) + "-00f067aa0ba902b7-01");
    var claim = claimer.post("actions/claim", request).ok().path("claims").get(0);
    assertThat(claim.path("correlation_id").asString()).isEqualTo("order-7");
    assertThat(claim.path("trace_id").asString()).isEqualTo(trace);
    assertThat(lab.service.post("actions/claim", request).ok().path("claims").get(0))
        .isEqualTo(claim);
    lab.service.post("actions/renew-lease", TenantApi.on(worker, claim)).ok();
    lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();

    for (var action :
        List.of(
            "enqueue_subject",
            "claim_queue_item",
            "renew_queue_lease",
            "complete_queue_execution")) {
      assertThat(lines(action)).isNotEmpty().allMatch(line -> correlated(line, trace), action);
    }
    tapline.awaitFeed("acme");
    var events = lab.operator.get("events?subject_euid=" + subject).ok().path("items");
    assertThat(events).hasSize(5);
    for (var event : events) {
      assertThat(event.path("correlation_id").asString()).isEqualTo("order-7");
      assertThat(event.at("/payload/trace_id").asString()).isEqualTo(trace);
    }
    var history = lab.operator.get("subjects/" + subject + "/history").ok();
    assertThat(history.at("/records/0/correlation/trace_id").asString()).isEqualTo(trace);
  }

  private static boolean correlated(JsonNode line, String trace) {
    return line.path("correlation_id").asString().equals("order-7")
        && line.path("trace_id").asString().equals(trace);
  }

  @Test
  void every_item_of_a_batch_has_its_own_line() {
    var queue = lab.queue();
    lab.enqueue(queue);
    lab.enqueue(queue);
    var worker = lab.worker();
    var claims = lab.claim(worker, queue, 2);
    lab.service
        .post(
            "actions/complete",
            Map.of(
                "items",
                List.of(TenantApi.on(worker, claims.get(0)), TenantApi.on(worker, claims.get(1)))))
        .ok();

    assertThat(lines("complete_queue_execution").stream().map(l -> l.path("subject_euid")))
        .containsExactly(claims.get(0).path("subject_euid"), claims.get(1).path("subject_euid"));
    assertThat(lines("claim_queue_item")).hasSize(2);
  }

  @Test
  void properties_payloads_and_secrets_stay_out() {
    var queue = lab.queue();
    var enqueued =
        TenantApi.body(
            "queue_key",
            queue,
            "template_code",
            "data/execution/task/1.0",
            "properties",
            Map.of("patient", "Jane Roe"));
    lab.operator.post("actions/enqueue", enqueued).ok();
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    lab.service
        .post(
            "actions/fail",
            TenantApi.on(
                worker, claim, "retryable", true, "error_message", "Jane Roe has no barcode"))
        .ok();
    // The words of this refusal quote what was sent.
    lab.operator.post(
        "actions/enqueue", TenantApi.body("queue_key", queue, "template_code", "Jane/Roe"));

    var all = new StringBuilder();
    List.copyOf(lines.list).forEach(event -> all.append(json.doLayout(event)));
    assertThat(all.toString())
        .contains("fail_queue_execution")
        .doesNotContain("Jane")
        .doesNotContain("Roe")
        .doesNotContain(claim.path("lease_token").asString())
        .doesNotContain("acme-service");
  }

  @Test
  void a_normal_race_is_no_warning_and_a_refused_permission_is_one() {
    var queue = lab.queue();
    lab.enqueue(queue);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    var again = TenantApi.body("worker_euid", worker, "subject_euid", claim.path("subject_euid"));
    lab.service.post("actions/claim", again).problem();
    lab.service
        .post("actions/claim", TenantApi.body("worker_euid", worker, "queue_key", queue))
        .ok();
    lab.human.post("actions/complete", TenantApi.on(worker, claim)).problem();

    var claims = lines("claim_queue_item");
    assertThat(claims.get(1).path("code").asString()).isEqualTo("ALREADY_LEASED");
    assertThat(claims.get(1).path("level").asString()).isEqualTo("INFO");
    assertThat(claims.get(2).path("outcome").asString()).isEqualTo("no_work");
    assertThat(claims.get(2).path("level").asString()).isEqualTo("DEBUG");
    var refused = only("complete_queue_execution");
    assertThat(refused.path("code").asString()).isEqualTo("NOT_LEASE_OWNER");
    assertThat(refused.path("level").asString()).isEqualTo("WARN");
  }

  @Test
  void a_replay_is_told_as_one() {
    var body = TenantApi.body("queue_key", lab.queue(), "template_code", "data/execution/task/1.0");
    lab.operator.post("actions/enqueue", body).ok();
    lab.operator.post("actions/enqueue", body).ok();
    assertThat(lines("enqueue_subject").stream().map(l -> l.path("outcome").asString()))
        .containsExactly("done", "replayed");
  }

  @Test
  void what_was_refused_for_its_length_is_cut() {
    lab.operator
        .post(
            "actions/enqueue",
            TenantApi.body(
                "queue_key", "q".repeat(100_000), "template_code", "data/execution/task/1.0"))
        .problem();
    var line = only("enqueue_subject");
    assertThat(line.path("outcome").asString()).isEqualTo("refused");
    assertThat(line.path("queue_key").asString()).hasSizeLessThan(300);
  }
}
