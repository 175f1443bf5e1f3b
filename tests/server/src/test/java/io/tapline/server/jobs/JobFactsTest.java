package io.tapline.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.EvidenceRetirement;
import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The facts of a job over HTTP: errors, times, signals, causes. */
@TaplineServer(checked = true)
class JobFactsTest extends JobsOnServer {

  private static Instant time(JsonNode job, String field) {
    return Instant.parse(job.path(field).asString());
  }

  @Test
  void progress_twice_with_one_key_is_one_action_also_when_the_first_began_the_work() {
    var kind = jobs.kind();
    jobs.enqueue(kind);
    var claimed = jobs.claim(kind);
    var body = GoodJobs.on(claimed, "status_signal_only", "reading 3 of 7");
    var first = verb("progress", body);
    var again = verb("progress", body);
    assertThat(again.path("replayed").asBoolean()).isTrue();
    assertThat(again.path("action_euid")).isEqualTo(first.path("action_euid"));
    assertThat(again.at("/job/leased_until")).isEqualTo(first.at("/job/leased_until"));
    assertThat(again.at("/job/status_signal").asString()).isEqualTo("reading 3 of 7");
    tapline.advance(Duration.ofSeconds(5));
    var renewed = verb("progress", GoodJobs.on(claimed));
    assertThat(time(renewed.path("job"), "leased_until"))
        .isAfter(time(first.path("job"), "leased_until"));
    verb("progress", body);
    assertThat(types(claimed))
        .containsExactly(
            "dot.job.enqueued", "dot.job.claimed", "dot.job.started", "dot.job.lease_renewed");
    body.put("status_signal_only", "x".repeat(501));
    body.put("idempotency_key", TenantApi.unique("long"));
    assertThat(lab.service.post(JOBS + "progress", body).field()).isEqualTo("status_signal_only");
  }

  @Test
  void a_soft_cancel_is_an_event_and_is_heard_in_the_answer_to_progress() {
    var kind = jobs.kind();
    var job = jobs.enqueue(kind);
    var claimed = jobs.claim(kind);
    var started = verb("progress", GoodJobs.on(claimed)).at("/job/started_at");
    assertThat(started.isNull()).isFalse();
    tapline.advance(Duration.ofSeconds(5));
    var cancel = TenantApi.body("job_id", id(job), "mode", "soft", "reason", "superseded");
    var asked = lab.operator.post(JOBS + "cancel", cancel).ok();
    assertThat(asked.path("status").asString()).isEqualTo("CANCEL_REQUESTED");
    assertThat(asked.at("/job/status").asString()).isEqualTo("in_progress");
    var heard = verb("progress", GoodJobs.on(claimed)).path("job");
    assertThat(heard.path("cancel_requested").asBoolean()).isTrue();
    assertThat(heard.path("started_at")).isEqualTo(started);
    verb("fail-transient", GoodJobs.on(claimed));
    assertThat(seen(job).path("status").asString()).isEqualTo("cancelled");
    assertThat(seen(job).path("started_at")).isEqualTo(started);
    assertThat(types(job)).contains("dot.job.cancel_requested").endsWith("dot.job.cancelled");
    cancel.put("mode", "gently");
    assertThat(lab.operator.post(JOBS + "cancel", cancel).field()).isEqualTo("mode");
  }

  @Test
  void a_job_that_succeeds_without_progress_starts_at_the_instant_of_its_event() {
    var kind = jobs.kind();
    jobs.enqueue(kind);
    var claimed = jobs.claim(kind);
    tapline.advance(Duration.ofSeconds(5));
    var done = verb("succeed", GoodJobs.on(claimed)).path("job");
    var event =
        events(claimed).stream()
            .filter(one -> one.path("type").asString().equals("dot.job.started"))
            .findFirst()
            .orElseThrow();
    assertThat(time(done, "started_at")).isEqualTo(time(event, "ts"));
    assertThat(done.path("finished_at")).isEqualTo(done.path("started_at"));
  }

  @Test
  void a_job_whose_last_lease_lapsed_ended_with_the_lapse_before_the_sweep_and_after() {
    var kind = TenantApi.unique("once");
    lab.admin
        .post(JOBS + "kinds", TenantApi.body("kind", kind, "executor", "DOT", "max_attempts", 1))
        .ok();
    var job = jobs.enqueue(kind);
    var lapse = jobs.claim(kind).path("leased_until");
    tapline.advance(Duration.ofHours(1));
    var before = seen(job);
    assertThat(before.path("status").asString()).isEqualTo("dead_letter");
    assertThat(before.path("attempts").asInt()).isEqualTo(1);
    assertThat(before.path("finished_at")).isEqualTo(lapse);
    assertThat(before.path("last_error_at")).isEqualTo(lapse);
    lab.operator.post(JOBS + "lease-reaper", null).ok();
    var after = seen(job);
    for (var field :
        List.of("status", "attempts", "finished_at", "last_error", "last_error_at", "started_at")) {
      assertThat(after.path(field)).as(field).isEqualTo(before.path(field));
    }
  }

  @Test
  void the_events_of_a_job_are_found_by_either_name_at_either_door() {
    var kind = jobs.kind();
    var job = jobs.enqueue(kind);
    jobs.enqueue(kind);
    tapline.awaitFeed("acme");
    for (var page : List.of("/api/v1/execution/events?", JOBS + "events?")) {
      for (var name : List.of("job_id", "subject_euid")) {
        var found = lab.operator.get(page + name + "=" + id(job)).ok().path("items");
        assertThat(found.size()).as(page + name).isEqualTo(1);
        assertThat(found.get(0).path("job_id").asString()).isEqualTo(id(job));
      }
      var both = lab.operator.get(page + "job_id=" + id(job) + "&subject_euid=other");
      assertThat(both.status()).isEqualTo(422);
      assertThat(both.field()).isEqualTo("job_id");
    }
  }

  @Test
  void the_last_error_stays_with_the_job_and_a_retrys_time_is_seen() {
    var kind = jobs.kind();
    var job = jobs.enqueue(kind);
    var body = GoodJobs.on(jobs.claim(kind), "error_code", "E42", "error_message", "no luck");
    var failed = verb("fail-transient", body).path("job");
    assertThat(time(failed, "process_after")).isAfter(time(failed, "last_error_at"));
    tapline.advance(Duration.ofHours(2));
    var claimed = jobs.claim(kind);
    assertThat(claimed.path("last_error").asString()).isEqualTo("no luck");
    verb("succeed", GoodJobs.on(claimed, "result_ref", "blob://r"));
    assertThat(seen(job).path("last_error").asString()).isEqualTo("no luck");
    assertThat(seen(job).path("last_error_at")).isEqualTo(failed.path("last_error_at"));
  }

  @Test
  void a_deadline_and_a_failed_dependency_leave_their_error() {
    var kind = jobs.kind();
    var at = now().plusSeconds(30).toString();
    var late = jobs.enqueue(kind, "deadline_at", at);
    tapline.advance(Duration.ofSeconds(31));
    tapline.engine().sweep(tapline.tenantId("acme"));
    assertThat(seen(late).path("last_error").asString()).contains("deadline");
    assertThat(seen(late).path("last_error_at").isNull()).isFalse();

    var made =
        lab.operator
            .post(
                GoodJobs.WORKFLOWS,
                GoodJobs.workflow(
                    List.of(
                        GoodJobs.step("a", kind, List.of()),
                        GoodJobs.step("b", kind, List.of("a")))))
            .ok()
            .at("/workflow/jobs");
    assertThat(types(made.get(1))).as("enqueued at once").containsExactly("dot.job.enqueued");
    verb("fail-permanent", GoodJobs.on(jobs.claim(kind)));
    var failed = seen(made.get(1));
    assertThat(failed.path("status").asString()).isEqualTo("failed");
    assertThat(failed.path("last_error").asString()).contains("depends on");
    assertThat(failed.path("last_error_at").isNull()).isFalse();
  }

  @Test
  void a_job_names_its_cause_by_the_id_that_the_feed_gives() {
    var kind = jobs.kind();
    var first = jobs.enqueue(kind);
    var event = events(first).get(0).path("id").asString();
    var job = jobs.enqueue(kind, "causation_event", event);
    assertThat(job.path("causation_event").asString()).isEqualTo(event);
    var caused =
        lab.operator
            .get("subjects/" + id(job))
            .ok()
            .at("/lineage/parents")
            .valueStream()
            .filter(p -> p.path("relationship").asString().equals("job_caused"))
            .map(p -> p.path("euid").asString())
            .toList();
    assertThat(caused).containsExactly(event.substring(0, event.lastIndexOf('.')));
    for (var unknown : List.of(event.replace(".0", ".7"), id(first), "Z-AGX-1AD.0")) {
      var refused =
          lab.operator.post(JOBS + "enqueue", GoodJobs.job(kind, "causation_event", unknown));
      assertThat(refused.problem()).as(unknown).isEqualTo("NOT_FOUND");
      assertThat(refused.field()).isEqualTo("causation_event");
    }
  }

  @Test
  void a_cleaned_job_keeps_its_facts_and_a_retired_one_its_kind_its_state_and_its_times() {
    var kind = TenantApi.unique("brief");
    lab.admin
        .post(
            JOBS + "kinds",
            TenantApi.body(
                "kind", kind, "executor", "DOT", "retention_days", 1, "evidence_days", 1))
        .ok();
    var made =
        lab.operator
            .post(
                GoodJobs.WORKFLOWS, GoodJobs.workflow(List.of(GoodJobs.step("a", kind, List.of()))))
            .ok()
            .path("workflow");
    verb("fail-transient", GoodJobs.on(jobs.claim(kind), "error_message", "no luck"));
    tapline.advance(Duration.ofHours(2));
    var claimed = jobs.claim(kind);
    verb("progress", GoodJobs.on(claimed));
    tapline.advance(Duration.ofSeconds(5));
    verb("succeed", GoodJobs.on(claimed, "result_ref", "blob://r"));
    var before = seen(claimed);
    var workflow = GoodJobs.WORKFLOWS + "/" + made.path("workflow_id").asString();
    var ended = lab.operator.get(workflow).ok().path("finished_at");
    assertThat(ended).isEqualTo(before.path("finished_at"));

    tapline.advance(Duration.ofDays(1));
    lab.operator.post(JOBS + "cleanup-sweep", null).ok();
    assertSame(before, seen(claimed));
    tapline.advance(Duration.ofDays(2));
    var database = tapline.server().database();
    new EvidenceRetirement(tapline.engine(), database.serving(), database.owner())
        .retire(tapline.tenantId("acme"));
    assertThat(lab.operator.get("subjects/" + id(claimed) + "/history").ok().path("records"))
        .as("the evidence is gone")
        .isEmpty();
    var retired = seen(claimed);
    assertKept(before, retired, "kind", "state", "attempts", "workflow");
    assertKept(before, retired, "enqueued_at", "started_at", "finished_at");
    assertThat(retired.path("status").asString()).isEqualTo("cleaned");
    assertThat(retired.path("retired_at").isString()).isTrue();
    assertThat(before.has("retired_at")).isFalse();
    assertThat(retired.path("safe_payload")).isEmpty();
    for (var erased : List.of("result_ref", "last_error", "enqueued_by", "domain", "source_ref")) {
      assertThat(retired.path(erased).isNull()).as(erased).isTrue();
    }
    var subject = lab.operator.get("subjects/" + id(claimed)).ok();
    assertThat(subject.at("/execution/retired_at")).isEqualTo(retired.path("retired_at"));
    assertThat(subject.path("properties")).isEmpty();
    assertThat(lab.operator.get(workflow).ok().path("jobs")).hasSize(1);
    var requeue =
        lab.operator.post(
            "actions/requeue", TenantApi.body("subject_euid", id(claimed), "reason", "again"));
    assertThat(requeue.problem()).isEqualTo("STATE_CONFLICT");
    assertThat(lab.operator.get(workflow).ok().path("finished_at")).isEqualTo(ended);
    assertThat(
            lab.operator
                .get(GoodJobs.WORKFLOWS + "?limit=100")
                .ok()
                .path("items")
                .valueStream()
                .filter(one -> one.path("workflow_id").equals(made.path("workflow_id")))
                .findFirst()
                .orElseThrow()
                .path("finished_at"))
        .isEqualTo(ended);
  }

  private static void assertKept(JsonNode before, JsonNode after, String... fields) {
    for (var field : fields) {
      assertThat(after.path(field)).as(field).isEqualTo(before.path(field));
    }
  }

  private static void assertSame(JsonNode before, JsonNode cleaned) {
    assertThat(cleaned.path("status").asString()).isEqualTo("cleaned");
    for (var field :
        List.of(
            "kind",
            "result_ref",
            "enqueued_by",
            "enqueued_at",
            "started_at",
            "finished_at",
            "last_error",
            "last_error_at")) {
      assertThat(cleaned.path(field)).as(field).isEqualTo(before.path(field));
    }
  }

  @Test
  void a_trace_reaches_the_worker_that_claims_the_job() {
    var kind = jobs.kind();
    var trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    lab.operator
        .with("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
        .post(JOBS + "enqueue", GoodJobs.job(kind))
        .ok();
    assertThat(jobs.claim(kind).path("trace_id").asString()).isEqualTo(trace);
  }

  @Test
  void a_signal_is_small() {
    var kind = jobs.kind();
    var many = new HashMap<String, Object>();
    for (int i = 0; i < 30; i++) {
      many.put("k" + i, "y".repeat(600));
    }
    var large =
        Map.<String, Object>of(
            "safe_payload.note", Map.of("note", "x".repeat(1_001)),
            "safe_payload.a.pages", Map.of("a", Map.of("pages", Collections.nCopies(101, 1))),
            "safe_payload", many);
    large.forEach(
        (field, payload) -> {
          var refused =
              lab.operator.post(JOBS + "enqueue", GoodJobs.job(kind, "safe_payload", payload));
          assertThat(refused.problem()).as(field).isEqualTo("PAYLOAD_REFUSED");
          assertThat(refused.field()).isEqualTo(field);
        });
    jobs.enqueue(
        kind, "safe_payload", Map.of("n", "x".repeat(1_000), "l", Collections.nCopies(100, 1)));
  }
}
