package io.tapline.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.decide.SignalOnly;
import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The job substrate over HTTP: the verbs, the nine states, the executors, the switch. */
@TaplineServer
class JobSubstrateTest {

  private static final String JOBS = GoodJobs.JOBS;

  /** What no payload may have, as the source lists it. */
  private static final List<String> DATA =
      List.of(
          "body",
          "content",
          "raw",
          "vector",
          "embedding",
          "secret",
          "token",
          "password",
          "ssn",
          "personal_data");

  private static TestTapline tapline;
  private static TenantApi lab;
  private static GoodJobs jobs;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
    jobs = new GoodJobs(lab);
  }

  private static String status(JsonNode job) {
    return lab.operator.get(JOBS + job.path("job_id").asString()).ok().path("status").asString();
  }

  private static String problem(String verb, Map<String, Object> body) {
    return lab.service.post(JOBS + verb, body).problem();
  }

  private static Instant now() {
    var clock = lab.admin.post("/api/v1/testing/clock", Map.of("advance_seconds", 0)).ok();
    return Instant.parse(clock.path("now").asString());
  }

  @Test
  void a_job_is_queued_leased_in_progress_and_succeeded_and_shows_what_it_came_with() {
    var kind = jobs.kind();
    var job =
        jobs.enqueue(
            kind,
            "source_ref",
            "kb://a",
            "target_ref",
            "kb://b",
            "payload_ref",
            "blob://c",
            "safe_payload",
            Map.of("pages", 3),
            "payload_classification",
            "restricted",
            "priority",
            7,
            "correlation_id",
            "corr-1",
            "enqueued_by",
            "MOT:template_1");
    assertThat(job.path("status").asString()).isEqualTo("queued");
    var claimed =
        lab.service
            .post(
                JOBS + "claim",
                TenantApi.body(
                    "kind",
                    kind,
                    "executor",
                    "DOT",
                    "lease_holder",
                    "dot-7",
                    "lease_name",
                    "night run",
                    "lease_ttl_seconds",
                    30))
            .ok()
            .path("jobs")
            .get(0);
    assertThat(claimed.path("status").asString()).isEqualTo("leased");
    assertThat(claimed.path("started_at").isNull()).as("it has not been begun").isTrue();
    assertThat(claimed.path("lease_holder").asString()).isEqualTo("dot-7");
    assertThat(claimed.path("lease_name").asString()).isEqualTo("night run");
    assertThat(Instant.parse(claimed.path("leased_until").asString()))
        .isBefore(now().plusSeconds(31));
    var begun = lab.service.post(JOBS + "progress", GoodJobs.on(claimed)).ok().path("job");
    assertThat(status(job)).isEqualTo("in_progress");
    assertThat(begun.path("started_at").isNull()).isFalse();
    lab.service.post(JOBS + "progress", GoodJobs.on(claimed)).ok();
    var done =
        lab.service
            .post(JOBS + "succeed", GoodJobs.on(claimed, "result_ref", "blob://d"))
            .ok()
            .path("job");
    assertThat(done.path("status").asString()).isEqualTo("succeeded");
    assertThat(done.path("result_ref").asString()).isEqualTo("blob://d");
    assertThat(done.path("started_at")).as("of the first call").isEqualTo(begun.path("started_at"));
    assertThat(done.path("finished_at").isNull()).isFalse();
    for (var kept :
        Map.of(
                "kind", kind,
                "domain", "staging",
                "executor", "DOT",
                "source_ref", "kb://a",
                "target_ref", "kb://b",
                "payload_ref", "blob://c",
                "payload_classification", "restricted",
                "correlation_id", "corr-1",
                "enqueued_by", "MOT:template_1",
                "source_system", "lims")
            .entrySet()) {
      assertThat(done.path(kept.getKey()).asString()).as(kept.getKey()).isEqualTo(kept.getValue());
    }
    assertThat(done.at("/safe_payload/pages").asInt()).isEqualTo(3);
    assertThat(done.path("priority").asInt()).isEqualTo(7);
    assertThat(problem("succeed", GoodJobs.on(claimed))).isEqualTo("LEASE_NOT_ACTIVE");
  }

  @Test
  void what_happens_to_a_job_is_told_under_the_names_of_this_door() {
    var kind = jobs.kind();
    var job = jobs.enqueue(kind).path("job_id").asString();
    var claimed = jobs.claim(kind);
    lab.service.post(JOBS + "progress", GoodJobs.on(claimed)).ok();
    lab.service.post(JOBS + "succeed", GoodJobs.on(claimed)).ok();
    assertThat(types("job_id=" + job))
        .containsExactly(
            "dot.job.enqueued", "dot.job.claimed", "dot.job.started", "dot.job.succeeded");
    assertThat(types("job_id=" + job + "&type=dot.job.started")).containsExactly("dot.job.started");
    assertThat(types("after=end&job_id=" + job)).isEmpty();
    assertThat(types("job_id=" + job + "&type=job_started")).containsExactly("dot.job.started");
    assertThat(lab.operator.get(JOBS + "events?type=dot.job.sneezed").field()).isEqualTo("type");
    var other = jobs.enqueue(kind, "correlation_id", "told-7").path("enqueued_at").asString();
    assertThat(types("correlation_id=told-7")).containsExactly("dot.job.enqueued");
    assertThat(types("type=dot.job.enqueued&from=" + other)).containsExactly("dot.job.enqueued");
    assertThat(types("from=" + other + "&to=" + other)).isEmpty();
    assertThat(lab.operator.get(JOBS + "events?from=yesterday").field()).isEqualTo("from");
    var page = lab.operator.get(JOBS + "events?limit=1&type=job_enqueued").ok();
    var cursor = page.path("next_cursor").asString();
    assertThat(lab.operator.get(JOBS + "events?after=" + cursor).field()).isEqualTo("after");
    assertThat(lab.operator.get(JOBS + "events?job_id=Z-TK-10").problem()).isEqualTo("NOT_FOUND");
  }

  private static List<String> types(String query) {
    tapline.awaitFeed("acme");
    return lab.operator
        .get(JOBS + "events?" + query)
        .ok()
        .path("items")
        .valueStream()
        .map(event -> event.path("type").asString())
        .toList();
  }

  @Test
  void each_verb_leaves_its_action_and_tells_its_event() {
    var kind = TenantApi.unique("brief");
    lab.admin
        .post(
            JOBS + "kinds",
            TenantApi.body(
                "kind", kind, "executor", "DOT", "retention_days", 1, "lease_ttl_seconds", 60))
        .ok();
    var job = jobs.enqueue(kind);
    var claimed = jobs.claim(kind);
    lab.service.post(JOBS + "progress", GoodJobs.on(claimed)).ok();
    lab.service.post(JOBS + "fail-transient", GoodJobs.on(claimed)).ok();
    tapline.advance(Duration.ofHours(2));
    jobs.claim(kind);
    tapline.advance(Duration.ofMinutes(2));
    lab.operator.post(JOBS + "lease-reaper", null).ok();
    lab.service.post(JOBS + "fail-permanent", GoodJobs.on(jobs.claim(kind))).ok();
    assertThat(actions(job))
        .containsExactly(
            "enqueue_subject",
            "claim_queue_item",
            "start_queue_execution",
            "fail_queue_execution",
            "claim_queue_item",
            "expire_queue_lease",
            "claim_queue_item",
            "fail_queue_execution");
    assertThat(types("job_id=" + job.path("job_id").asString()))
        .containsExactly(
            "dot.job.enqueued",
            "dot.job.claimed",
            "dot.job.started",
            "dot.job.retry_scheduled",
            "dot.job.claimed",
            "dot.job.lease_expired",
            "dot.job.claimed",
            "dot.job.dead_lettered");

    var cancelled = jobs.enqueue(kind);
    var cancel =
        TenantApi.body("job_id", cancelled.path("job_id").asString(), "reason", "superseded");
    lab.operator.post(JOBS + "cancel", cancel).ok();
    tapline.advance(Duration.ofDays(1));
    assertThat(lab.operator.post(JOBS + "cleanup-sweep", null).ok().path("touched").asInt())
        .isPositive();
    assertThat(status(cancelled)).isEqualTo("cleaned");
    assertThat(status(job)).as("nobody has looked at it").isEqualTo("dead_letter");
    assertThat(actions(cancelled))
        .containsExactly("enqueue_subject", "cancel_subject_execution", "clean_subject");
    assertThat(types("job_id=" + cancelled.path("job_id").asString()))
        .containsExactly("dot.job.enqueued", "dot.job.cancelled", "dot.job.cleaned");
  }

  private static List<String> actions(JsonNode job) {
    return lab.operator
        .get("subjects/" + job.path("job_id").asString() + "/history")
        .ok()
        .path("actions")
        .valueStream()
        .map(action -> action.path("action_key").asString())
        .toList();
  }

  @Test
  void only_those_who_may_call_a_verb() {
    var who =
        Map.of(
            "admin", lab.admin,
            "operator", lab.operator,
            "service", lab.service,
            "human", tapline.as("acme-human"));
    var verbs =
        Map.of(
            "enqueue", List.of("admin", "operator", "service"),
            "claim", List.of("admin", "operator", "service", "human"),
            "progress", List.of("admin", "operator", "service", "human"),
            "succeed", List.of("admin", "operator", "service", "human"),
            "fail-transient", List.of("admin", "operator", "service", "human"),
            "fail-permanent", List.of("admin", "operator", "service", "human"),
            "cancel", List.of("admin", "operator"),
            "cleanup-sweep", List.of("admin", "operator"),
            "lease-reaper", List.of("admin", "operator"),
            "switch", List.of("admin"));
    verbs.forEach(
        (verb, callers) ->
            who.forEach(
                (name, caller) -> {
                  // Whoever may is told what is missing, or has it done.
                  var reply =
                      caller.post(JOBS + verb, verb.contains("-re") ? null : TenantApi.body());
                  assertThat(reply.status() == 403)
                      .as(verb + " by " + name + ": " + reply.text())
                      .isEqualTo(!callers.contains(name));
                }));
  }

  @Test
  void a_job_waits_for_its_time_and_has_no_priority_unless_it_says_so() {
    var kind = jobs.kind();
    var at = now().plusSeconds(60);
    var later = jobs.enqueue(kind, "process_after", at.toString(), "priority", 9);
    assertThat(Instant.parse(later.path("process_after").asString())).isEqualTo(at);
    assertThat(later.path("status").asString()).isEqualTo("queued");
    var plain = jobs.enqueue(kind);
    assertThat(plain.path("priority").asInt()).isZero();
    assertThat(Instant.parse(plain.path("process_after").asString())).isBeforeOrEqualTo(now());
    assertThat(jobs.claim(kind).path("job_id")).isEqualTo(plain.path("job_id"));
    assertThat(lab.service.post(JOBS + "claim", GoodJobs.claiming(kind)).ok().path("jobs"))
        .isEmpty();
    tapline.advance(Duration.ofSeconds(61));
    assertThat(jobs.claim(kind).path("job_id")).isEqualTo(later.path("job_id"));
    var least = GoodJobs.job(kind, "priority", -1);
    assertThat(lab.operator.post(JOBS + "enqueue", least).field()).isEqualTo("priority");
  }

  @Test
  void a_job_without_a_word_that_it_must_have_is_refused_by_its_field() {
    var kind = jobs.kind();
    for (var name : List.of("kind", "domain", "executor", "source_system", "idempotency_key")) {
      var absent = GoodJobs.job(kind);
      absent.remove(name);
      assertThat(lab.operator.post(JOBS + "enqueue", absent).field()).isEqualTo(name);
    }
    for (var name : List.of("domain", "source_system", "enqueued_by")) {
      var blank = GoodJobs.job(kind);
      blank.put(name, " ");
      assertThat(lab.operator.post(JOBS + "enqueue", blank).field()).isEqualTo(name);
    }
  }

  @Test
  void several_jobs_are_claimed_at_once_the_most_urgent_first() {
    var kind = jobs.kind();
    jobs.enqueue(kind, "source_ref", "later");
    jobs.enqueue(kind, "source_ref", "last");
    jobs.enqueue(kind, "source_ref", "sooner", "priority", 5);
    var claim =
        TenantApi.body("kind", kind, "executor", "DOT", "lease_holder", "dot-8", "max_items", 5);
    var claimed = lab.service.post(JOBS + "claim", claim).ok().path("jobs");
    assertThat(claimed.valueStream().map(job -> job.path("source_ref").asString()))
        .containsExactly("sooner", "later", "last");
    assertThat(claimed.valueStream().map(job -> job.path("status").asString()))
        .containsOnly("leased");
    claim.put("idempotency_key", TenantApi.unique("again"));
    assertThat(lab.service.post(JOBS + "claim", claim).ok().path("status").asString())
        .isEqualTo("NO_WORK");
  }

  @Test
  void the_same_key_of_the_same_kind_is_the_same_job() {
    var kind = jobs.kind();
    var body = GoodJobs.job(kind, "target_ref", "t");
    var first = lab.operator.post(JOBS + "enqueue", body).ok();
    var again = lab.operator.post(JOBS + "enqueue", body).ok();
    assertThat(again.path("replayed").asBoolean()).isTrue();
    assertThat(again.at("/job/job_id")).isEqualTo(first.at("/job/job_id"));
    body.put("target_ref", "u");
    assertThat(lab.operator.post(JOBS + "enqueue", body).problem())
        .isEqualTo("IDEMPOTENCY_CONFLICT");
    body.put("kind", jobs.kind());
    assertThat(lab.operator.post(JOBS + "enqueue", body).ok().at("/job/job_id"))
        .isNotEqualTo(first.at("/job/job_id"));
  }

  @Test
  void only_executors_of_the_list_execute_and_a_generator_never_does() {
    var kind = jobs.kind();
    for (var executor : List.of("MOT", "Cron", "Agent")) {
      var body = GoodJobs.job(kind);
      body.put("executor", executor);
      var refused = lab.operator.post(JOBS + "enqueue", body);
      assertThat(refused.problem()).isEqualTo("VALIDATION_FAILED");
      assertThat(refused.field()).isEqualTo("executor");
      var claim = GoodJobs.claiming(kind);
      claim.put("executor", executor);
      assertThat(lab.service.post(JOBS + "claim", claim).field()).isEqualTo("executor");
    }
    assertThat(new AllowedExecutors("a, b").names()).containsExactly("a", "b");
    assertThat(new AllowedExecutors(null).names()).isEqualTo(AllowedExecutors.DEFAULT);
    assertThat(AllowedExecutors.DEFAULT)
        .containsExactly(
            "DOT",
            "Agent",
            "Hermes",
            "Codex",
            "PG_worker",
            "external_worker",
            "future_Kestra_adapter");
    assertThat(AllowedExecutors.GENERATOR).isEqualTo("MOT");
  }

  @Test
  void a_worker_of_the_execution_api_needs_the_executor_as_a_capability() {
    var kind = jobs.kind();
    jobs.enqueue(kind);
    var claim = TenantApi.body("worker_euid", lab.worker(), "queue_key", kind);
    assertThat(lab.service.post("actions/claim", claim).problem()).isEqualTo("CAPABILITY_MISMATCH");
  }

  @Test
  void data_is_refused_by_its_key_at_any_depth() {
    var kind = jobs.kind();
    assertThat(SignalOnly.REFUSED).containsExactlyInAnyOrderElementsOf(DATA);
    for (var key : DATA) {
      var body = GoodJobs.job(kind, "safe_payload", Map.of("a", List.of(Map.of(key, "x"))));
      var refused = lab.operator.post(JOBS + "enqueue", body);
      assertThat(refused.problem()).isEqualTo("PAYLOAD_REFUSED");
      assertThat(refused.field()).isEqualTo("safe_payload.a.0." + key);
    }
    var odd = GoodJobs.job(kind, "payload_classification", "public");
    assertThat(lab.operator.post(JOBS + "enqueue", odd).field())
        .isEqualTo("payload_classification");
    assertThat(lab.operator.get("queues/" + kind + "/items").ok().path("items")).isEmpty();
    assertThat(jobs.enqueue(kind).path("payload_classification").asString())
        .isEqualTo("safe_metadata");
  }

  @Test
  void a_transient_failure_waits_for_its_retry_and_the_last_one_is_dead() {
    var kind = jobs.kind();
    var job = jobs.enqueue(kind);
    for (int attempt = 1; attempt <= 3; attempt++) {
      var body = GoodJobs.on(jobs.claim(kind), "error_code", "E1", "error_message", "no luck");
      var failed = lab.service.post(JOBS + "fail-transient", body).ok().path("job");
      assertThat(failed.path("last_error").asString()).isEqualTo("no luck");
      if (attempt < 3) {
        assertThat(failed.path("status").asString()).isEqualTo("retry_waiting");
        tapline.advance(Duration.ofHours(2));
        assertThat(status(job)).isEqualTo("queued");
      }
    }
    assertThat(status(job)).isEqualTo("dead_letter");
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 120})
  void a_kind_says_how_long_its_leases_last_and_how_its_failures_wait(int seconds) {
    var kind = TenantApi.unique("patient");
    lab.admin
        .post(
            JOBS + "kinds",
            TenantApi.body(
                "kind",
                kind,
                "executor",
                "DOT",
                "lease_ttl_seconds",
                seconds,
                "retry_policy",
                Map.of("initial_delay_seconds", 7, "jitter_fraction", 0)))
        .ok();
    jobs.enqueue(kind);
    var claimed = jobs.claim(kind);
    var lease = lab.operator.get("subjects/" + claimed.path("job_id").asString() + "/history").ok();
    assertThat(Instant.parse(claimed.path("leased_until").asString()))
        .isEqualTo(Instant.parse(lease.at("/leases/0/claimed_at").asString()).plusSeconds(seconds));
    var failed = lab.service.post(JOBS + "fail-transient", GoodJobs.on(claimed)).ok().path("job");
    var subject = lab.operator.get("subjects/" + failed.path("job_id").asString()).ok();
    assertThat(Instant.parse(subject.at("/execution/retry_at").asString()))
        .isEqualTo(Instant.parse(failed.path("last_error_at").asString()).plusSeconds(7));
    assertThat(
            lab.admin
                .post(
                    JOBS + "kinds",
                    TenantApi.body(
                        "kind",
                        TenantApi.unique("odd"),
                        "executor",
                        "DOT",
                        "retry_policy",
                        Map.of("backoff_factor", 0.5)))
                .field())
        .isEqualTo("retry_policy.backoff_factor");
  }

  @Test
  void a_failure_may_wait_for_half_a_second() {
    var kind = TenantApi.unique("quick");
    lab.admin
        .post(
            JOBS + "kinds",
            TenantApi.body(
                "kind",
                kind,
                "executor",
                "DOT",
                "retry_policy",
                Map.of("initial_delay_seconds", 0.5, "jitter_fraction", 0)))
        .ok();
    jobs.enqueue(kind);
    var failed =
        lab.service.post(JOBS + "fail-transient", GoodJobs.on(jobs.claim(kind))).ok().path("job");
    var subject = lab.operator.get("subjects/" + failed.path("job_id").asString()).ok();
    assertThat(Instant.parse(subject.at("/execution/retry_at").asString()))
        .isEqualTo(Instant.parse(failed.path("last_error_at").asString()).plusMillis(500));
    var policy = lab.operator.get("queues/" + kind).ok().path("retry_policy");
    assertThat(policy.path("initial_delay_seconds").decimalValue()).isEqualByComparingTo("0.5");
    assertThat(policy.path("max_delay_seconds").toString()).as("as before").isEqualTo("3600");
  }

  @Test
  void a_permanent_failure_is_dead_at_once_and_a_cancelled_job_is_cancelled() {
    var kind = jobs.kind();
    var job = jobs.enqueue(kind);
    lab.service.post(JOBS + "fail-permanent", GoodJobs.on(jobs.claim(kind))).ok();
    assertThat(status(job)).isEqualTo("dead_letter");
    var other = jobs.enqueue(kind);
    var cancel = TenantApi.body("job_id", other.path("job_id").asString(), "reason", "superseded");
    var cancelled = lab.operator.post(JOBS + "cancel", cancel).ok().path("job");
    assertThat(status(other)).isEqualTo("cancelled");
    assertThat(cancelled.path("started_at").isNull()).isTrue();
    assertThat(cancelled.path("finished_at").isNull()).as("it has ended").isFalse();
  }

  @Test
  void a_late_executor_changes_nothing_and_the_reaper_gives_the_job_to_the_next() {
    var kind = jobs.kind();
    var job = jobs.enqueue(kind);
    var late = jobs.claim(kind);
    tapline.advance(Duration.ofMinutes(2));
    assertThat(problem("succeed", GoodJobs.on(late))).isEqualTo("LEASE_EXPIRED");
    assertThat(lab.operator.post(JOBS + "lease-reaper", null).ok().path("touched").asInt())
        .isPositive();
    assertThat(status(job)).isEqualTo("queued");
    var next = jobs.claim(kind);
    assertThat(problem("progress", GoodJobs.on(late))).isEqualTo("LEASE_EXPIRED");
    var forged = GoodJobs.on(next);
    forged.put("lease_token", "guessed");
    assertThat(problem("succeed", forged)).isEqualTo("NOT_FOUND");
    lab.service.post(JOBS + "succeed", GoodJobs.on(next)).ok();
  }

  @Test
  void a_finished_job_past_its_kinds_retention_is_cleaned_by_the_sweep() {
    var kind = TenantApi.unique("brief");
    lab.admin
        .post(
            JOBS + "kinds",
            TenantApi.body(
                "kind", kind, "executor", "DOT", "retention_days", 1, "evidence_days", 2))
        .ok();
    var job = jobs.enqueue(kind);
    lab.service.post(JOBS + "succeed", GoodJobs.on(jobs.claim(kind))).ok();
    lab.operator.post(JOBS + "cleanup-sweep", null).ok();
    assertThat(status(job)).isEqualTo("succeeded");
    tapline.advance(Duration.ofDays(1));
    assertThat(lab.operator.post(JOBS + "cleanup-sweep", null).ok().path("touched").asInt())
        .isPositive();
    assertThat(status(job)).isEqualTo("cleaned");
    var words = lab.operator.get("subjects/" + job.path("job_id").asString()).ok().path("status");
    assertThat(words.path("substrate").asString()).isEqualTo("cleaned");
    assertThat(words.path("task").isString()).as("that vocabulary has no word").isFalse();
    assertThat(lab.service.post(JOBS + "cleanup-sweep", null).problem()).isEqualTo("FORBIDDEN");
  }

  @Test
  void health_says_in_json_what_the_function_says_in_sql() {
    // What other tests left behind lapses and becomes due before it is counted, not meanwhile.
    tapline.advance(Duration.ofHours(3));
    var before = lab.operator.get(JOBS + "health").ok();
    var kind = jobs.kind();
    jobs.enqueue(kind);
    jobs.enqueue(kind);
    jobs.claim(kind);
    var after = lab.operator.get(JOBS + "health").ok();
    assertThat(after.path("backlog").asInt() - before.path("backlog").asInt()).isEqualTo(1);
    assertThat(after.path("in_progress").asInt() - before.path("in_progress").asInt()).isEqualTo(1);
    assertThat(after.path("lease_active").asInt() - before.path("lease_active").asInt())
        .isEqualTo(1);
    assertThat(after.propertyNames())
        .containsExactlyInAnyOrder(
            "enabled",
            "backlog",
            "in_progress",
            "dead_letter_open",
            "oldest_queued_age_s",
            "lease_active");
    var own =
        lab.operator
            .get(JOBS + "kinds")
            .ok()
            .path("items")
            .valueStream()
            .filter(one -> one.path("kind").asString("").equals(kind))
            .findFirst()
            .orElseThrow();
    assertThat(own.path("backlog").asInt()).isEqualTo(1);
    assertThat(own.path("in_progress").asInt()).isEqualTo(1);
    assertThat(own.path("dead_letter_open").asInt()).isZero();
  }

  @Test
  void a_deadline_that_passes_fails_the_job_whoever_has_it() {
    var kind = jobs.kind();
    var at = now().plusSeconds(30).toString();
    var running = jobs.enqueue(kind, "deadline_at", at);
    var claimed = jobs.claim(kind);
    lab.service.post(JOBS + "progress", GoodJobs.on(claimed)).ok();
    var waiting = jobs.enqueue(kind, "deadline_at", at);
    tapline.advance(Duration.ofSeconds(31));
    assertThat(lab.service.post(JOBS + "claim", GoodJobs.claiming(kind)).ok().path("jobs"))
        .as("too late to begin, swept or not")
        .isEmpty();
    tapline.engine().sweep(tapline.tenantId("acme"));
    assertThat(status(running)).isEqualTo("dead_letter");
    assertThat(status(waiting)).isEqualTo("dead_letter");
    assertThat(problem("succeed", GoodJobs.on(claimed))).isEqualTo("LEASE_NOT_ACTIVE");
    var letters = lab.operator.get("dead-letter?queue_key=" + kind).ok().path("items");
    assertThat(letters).hasSize(2);
    assertThat(letters.get(0).path("reason_code").asString()).isEqualTo("timeout");
  }

  @Test
  void a_job_is_linked_to_its_parent_and_to_the_event_that_caused_it() {
    var kind = jobs.kind();
    var parent = lab.operator.post(JOBS + "enqueue", GoodJobs.job(kind)).ok();
    var job =
        jobs.enqueue(
            kind,
            "parent_job",
            parent.at("/job/job_id").asString(),
            "causation_event",
            parent.path("action_euid").asString());
    var parents =
        lab.operator
            .get("subjects/" + job.path("job_id").asString())
            .ok()
            .at("/lineage/parents")
            .valueStream()
            .map(p -> p.path("relationship").asString() + " " + p.path("euid").asString())
            .toList();
    assertThat(parents)
        .contains(
            "job_parent " + parent.at("/job/job_id").asString(),
            "job_caused " + parent.path("action_euid").asString());
    for (var name : List.of("parent_job", "causation_event")) {
      var refused = lab.operator.post(JOBS + "enqueue", GoodJobs.job(kind, name, "Z-AGX-1AD"));
      assertThat(refused.problem()).isEqualTo("NOT_FOUND");
      assertThat(refused.field()).isEqualTo(name);
    }
  }

  @Test
  void the_switch_stops_new_work_and_sweeps_while_work_in_flight_finishes() {
    var other = new TenantApi(tapline, "other");
    var there = new GoodJobs(other);
    var kind = there.kind();
    var late = there.enqueue(kind, "deadline_at", now().plusSeconds(600).toString());
    var inFlight = there.claim(kind);
    var lapsing = there.enqueue(kind);
    there.claim(kind);
    var key = GoodJobs.job(kind);
    other.operator.post(JOBS + "enqueue", key).ok();
    var brief = TenantApi.unique("brief");
    other
        .admin
        .post(JOBS + "kinds", TenantApi.body("kind", brief, "executor", "DOT", "retention_days", 0))
        .ok();
    var finished = there.enqueue(brief);
    other.service.post(JOBS + "succeed", GoodJobs.on(there.claim(brief))).ok();
    var registered =
        other.service.send(
            "PUT",
            "/v1/joblib/rooms/lab/jobs",
            "{\"category\":\"analysis\",\"name\":\"late\"}".getBytes(StandardCharsets.UTF_8));
    flip(other, false);
    assertThat(other.operator.post(JOBS + "cleanup-sweep", null).ok().path("touched").asInt())
        .isZero();

    var refused = other.operator.post(JOBS + "enqueue", GoodJobs.job(kind));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.problem()).isEqualTo("SUBSTRATE_DISABLED");
    assertThat(refused.json().path("refused").asBoolean()).isTrue();
    assertThat(refused.json().path("reason").asString()).isEqualTo("job_substrate_disabled");
    assertThat(
            other
                .operator
                .post(
                    "actions/enqueue",
                    TenantApi.body("queue_key", kind, "template_code", "data/execution/task/1.0"))
                .problem())
        .isEqualTo("SUBSTRATE_DISABLED");
    var task = "/v1/joblib/rooms/lab/tasks/" + registered.json().path("full_name").asString();
    assertThat(other.service.post(task, Map.of()).problem()).isEqualTo("SUBSTRATE_DISABLED");
    assertThat(other.operator.post(JOBS + "enqueue", key).ok().path("replayed").asBoolean())
        .isTrue();
    other.service.post(JOBS + "progress", GoodJobs.on(inFlight)).ok();
    other.service.post(JOBS + "fail-transient", GoodJobs.on(inFlight)).ok();

    tapline.advance(Duration.ofMinutes(11));
    tapline.engine().sweep(tapline.tenantId("other"));
    assertThat(state(other, late)).isEqualTo("FAILED_RETRYABLE");
    assertThat(other.operator.get("leases?status=ACTIVE").ok().path("items"))
        .as("lapses are settled all the same")
        .isEmpty();
    assertThat(state(other, lapsing)).isEqualTo("READY");

    assertThat(other.operator.post(JOBS + "cleanup-sweep", null).ok().path("touched").asInt())
        .isZero();

    flip(other, true);
    assertThat(other.operator.post(JOBS + "cleanup-sweep", null).ok().path("touched").asInt())
        .isOne();
    assertThat(
            other
                .operator
                .get(JOBS + finished.path("job_id").asString())
                .ok()
                .path("status")
                .asString())
        .isEqualTo("cleaned");
    tapline.engine().sweep(tapline.tenantId("other"));
    assertThat(state(other, late)).isEqualTo("FAILED_TERMINAL");
    there.enqueue(kind);
    assertThat(
            other
                .operator
                .post(JOBS + "switch", TenantApi.body("enabled", false, "reason", "may I"))
                .problem())
        .isEqualTo("FORBIDDEN");
  }

  @Test
  void anyone_can_read_how_the_switch_stands_and_who_turned_it_why() {
    var untouched = lab.service.get(JOBS + "switch").ok();
    assertThat(untouched.path("enabled").asBoolean()).isTrue();
    assertThat(untouched.path("setting_key").asString()).isEqualTo("queue.job_substrate.enabled");
    assertThat(untouched.path("changed_by").isNull()).isTrue();
    var still = new TenantApi(tapline, "other");
    var revision = still.service.get(JOBS + "switch").ok().path("revision").asInt();
    flip(still, false);
    var off = still.service.get(JOBS + "switch").ok();
    assertThat(off.path("enabled").asBoolean()).isFalse();
    assertThat(off.path("changed_by"))
        .isEqualTo(still.admin.get("/api/v1/me").ok().path("principal"));
    assertThat(off.path("reason").asString()).isEqualTo("a drill");
    assertThat(Instant.parse(off.path("changed_at").asString())).isBeforeOrEqualTo(now());
    assertThat(still.operator.get(JOBS + "health").ok().path("enabled").asBoolean()).isFalse();
    assertThat(lab.operator.get(JOBS + "health").ok().path("enabled").asBoolean())
        .as("each tenant has its own")
        .isTrue();
    flip(still, true);
    assertThat(still.operator.get(JOBS + "health").ok().path("enabled").asBoolean()).isTrue();
    assertThat(still.service.get(JOBS + "switch").ok().path("revision").asInt())
        .isEqualTo(revision + 2);
  }

  private static void flip(TenantApi who, boolean on) {
    var body = TenantApi.body("enabled", on, "reason", "a drill");
    assertThat(who.admin.post(JOBS + "switch", body).ok().path("enabled").asBoolean())
        .isEqualTo(on);
  }

  private static String state(TenantApi who, JsonNode job) {
    return who.state(job.path("job_id").asString());
  }
}
