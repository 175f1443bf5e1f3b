package io.tapline.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.decide.SignalOnly;
import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fields of a job over HTTP, the jobs that a claim takes, and the rules of a kind. */
@TaplineServer
class JobSubstrateEnqueueTest extends JobsOnServer {

  /** Forbidden fields of a payload, in the order of the source. */
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
    var other = jobs.kind();
    var low = jobs.enqueue(other, "priority", -1);
    assertThat(low.path("priority").asInt()).isEqualTo(-1);
    var sooner = jobs.enqueue(other);
    assertThat(jobs.claim(other).path("job_id")).isEqualTo(sooner.path("job_id"));
    assertThat(jobs.claim(other).path("job_id")).isEqualTo(low.path("job_id"));
    var least = GoodJobs.job(kind, "priority", -1_000_001);
    assertThat(lab.operator.post(JOBS + "enqueue", least).field()).isEqualTo("priority");
  }

  @Test
  void a_job_may_be_sent_with_the_names_of_the_view() {
    var kind = jobs.kind();
    var first = jobs.enqueue(kind);
    var event = events(first).get(0).path("id").asString();
    var workflow =
        lab.operator
            .post(
                GoodJobs.WORKFLOWS, GoodJobs.workflow(List.of(GoodJobs.step("a", kind, List.of()))))
            .ok()
            .at("/workflow/workflow_id")
            .asString();
    var named =
        GoodJobs.job(
            kind,
            "causation_event_id",
            event,
            "parent_job_id",
            id(first),
            "workflow_id",
            workflow,
            "job_kind",
            kind);
    named.put("event_domain", named.remove("domain"));
    named.remove("kind");
    var sent = lab.operator.post(JOBS + "enqueue", named).ok();
    var job = sent.path("job");
    assertThat(job.path("kind").asString()).isEqualTo(kind);
    assertThat(job.path("domain")).isEqualTo(first.path("domain"));
    assertThat(job.path("causation_event").asString()).isEqualTo(event);
    assertThat(job.path("parent_job").asString()).isEqualTo(id(first));
    assertThat(job.path("workflow").asString()).isEqualTo(workflow);
    // Under its own names it is the same request.
    var same = GoodJobs.job(kind, "causation_event", event, "parent_job", id(first));
    same.put("workflow", workflow);
    same.put("idempotency_key", named.get("idempotency_key"));
    var again = lab.operator.post(JOBS + "enqueue", same).ok();
    assertThat(again.path("replayed").asBoolean()).isTrue();
    assertThat(again.at("/job/job_id")).isEqualTo(job.path("job_id"));

    var step = GoodJobs.step("a", kind, List.of());
    step.put("job_kind", step.remove("kind"));
    step.put("event_domain", step.remove("domain"));
    lab.operator.post(GoodJobs.WORKFLOWS, GoodJobs.workflow(List.of(step))).ok();
  }

  @Test
  void a_name_of_the_view_that_contradicts_the_name_of_the_field_is_refused() {
    var kind = jobs.kind();
    var names =
        Map.of(
            "job_kind", "kind",
            "event_domain", "domain",
            "causation_event_id", "causation_event",
            "parent_job_id", "parent_job",
            "workflow_id", "workflow");
    names.forEach(
        (alias, field) -> {
          var both = GoodJobs.job(kind, alias, "another");
          both.putIfAbsent(field, "one");
          var refused = lab.operator.post(JOBS + "enqueue", both);
          assertThat(refused.status()).as(alias).isEqualTo(422);
          assertThat(refused.field()).isEqualTo(alias);
          assertThat(refused.json().path("detail").asString()).contains(field).contains(alias);
        });
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
  void a_claim_of_jobs_that_an_administrator_repeats_shows_no_lease_token() {
    var kind = jobs.kind();
    jobs.enqueue(kind, "source_ref", "one");
    jobs.enqueue(kind, "source_ref", "two");
    var claim =
        TenantApi.body("kind", kind, "executor", "DOT", "lease_holder", "dot-9", "max_items", 2);
    var first = lab.service.post(JOBS + "claim", claim).ok().path("jobs");
    assertThat(first).hasSize(2).allMatch(job -> job.path("lease_token").isString());
    assertThat(lab.service.post(JOBS + "claim", claim).ok().path("jobs")).isEqualTo(first);
    var other = lab.admin.post(JOBS + "claim", claim).ok();
    assertThat(other.path("replayed").asBoolean()).isTrue();
    assertThat(other.path("jobs").valueStream().map(job -> job.path("job_id")))
        .containsExactlyElementsOf(first.valueStream().map(job -> job.path("job_id")).toList());
    assertThat(other.path("jobs")).allMatch(job -> !job.path("lease_token").isString());
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
}
