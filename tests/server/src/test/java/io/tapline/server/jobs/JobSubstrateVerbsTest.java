package io.tapline.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The verbs of the job substrate over HTTP: the nine states, events and actions, who may call them.
 */
@TaplineServer
class JobSubstrateVerbsTest extends JobsOnServer {

  private static String status(JsonNode job) {
    return lab.operator.get(JOBS + job.path("job_id").asString()).ok().path("status").asString();
  }

  private static String problem(String verb, Map<String, Object> body) {
    return lab.service.post(JOBS + verb, body).problem();
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
                  // A caller with the role is told what is missing, or has it done.
                  var reply =
                      caller.post(JOBS + verb, verb.contains("-re") ? null : TenantApi.body());
                  assertThat(reply.status() == 403)
                      .as(verb + " by " + name + ": " + reply.text())
                      .isEqualTo(!callers.contains(name));
                }));
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
  void a_deadline_that_passes_fails_the_job_even_while_it_is_leased() {
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
}
