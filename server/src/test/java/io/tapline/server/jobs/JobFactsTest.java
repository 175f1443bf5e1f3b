package io.tapline.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.EvidenceRetirement;
import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a job says of itself over HTTP: errors, times, signals, causes; and who may end it how. */
@TaplineServer(checked = true)
class JobFactsTest {

  private static final String JOBS = GoodJobs.JOBS;

  private static TestTapline tapline;
  private static TenantApi lab;
  private static GoodJobs jobs;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
    jobs = new GoodJobs(lab);
  }

  private static String id(JsonNode job) {
    return job.path("job_id").asString();
  }

  private static JsonNode seen(JsonNode job) {
    return lab.operator.get(JOBS + id(job)).ok();
  }

  private static JsonNode verb(String verb, Map<String, Object> body) {
    return lab.service.post(JOBS + verb, body).ok();
  }

  private static List<JsonNode> events(JsonNode job) {
    tapline.awaitFeed("acme");
    return lab.operator
        .get(JOBS + "events?job_id=" + id(job))
        .ok()
        .path("items")
        .valueStream()
        .toList();
  }

  private static List<String> types(JsonNode job) {
    return events(job).stream().map(event -> event.path("type").asString()).toList();
  }

  private static Instant now() {
    var clock = lab.admin.post("/api/v1/testing/clock", Map.of("advance_seconds", 0)).ok();
    return Instant.parse(clock.path("now").asString());
  }

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
    verb("progress", GoodJobs.on(claimed));
    var cancel = TenantApi.body("job_id", id(job), "mode", "soft", "reason", "superseded");
    var asked = lab.operator.post(JOBS + "cancel", cancel).ok();
    assertThat(asked.path("status").asString()).isEqualTo("CANCEL_REQUESTED");
    assertThat(asked.at("/job/status").asString()).isEqualTo("in_progress");
    var heard = verb("progress", GoodJobs.on(claimed)).path("job");
    assertThat(heard.path("cancel_requested").asBoolean()).isTrue();
    verb("fail-transient", GoodJobs.on(claimed));
    assertThat(seen(job).path("status").asString()).isEqualTo("cancelled");
    assertThat(types(job)).contains("dot.job.cancel_requested").endsWith("dot.job.cancelled");
    cancel.put("mode", "gently");
    assertThat(lab.operator.post(JOBS + "cancel", cancel).field()).isEqualTo("mode");
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
  void a_dead_letter_keeps_its_codes_as_sent_and_is_found_by_them() {
    var kind = jobs.kind();
    jobs.enqueue(kind);
    verb(
        "fail-permanent",
        GoodJobs.on(
            jobs.claim(kind),
            "error_code",
            "E42",
            "error_message",
            "torn page",
            "reason_code",
            "parse_error",
            "stage",
            "fetch"));
    jobs.enqueue(kind);
    verb("fail-permanent", GoodJobs.on(jobs.claim(kind)));
    for (var list : List.of("dead-letter?queue_key=", JOBS + "dead-letter?kind=")) {
      var found =
          lab.operator.get(list + kind + "&reason_code=parse_error&stage=fetch").ok().path("items");
      assertThat(found).hasSize(1);
      assertThat(found.get(0).path("error_code").asString()).isEqualTo("E42");
      assertThat(found.get(0).path("last_error").asString()).isEqualTo("torn page");
      assertThat(lab.operator.get(list + kind + "&stage=commit").ok().path("items")).isEmpty();
      assertThat(lab.operator.get(list + kind).ok().path("items")).hasSize(2);
      assertThat(lab.operator.get(list + kind + "&stage=somewhere").field()).isEqualTo("stage");
    }
    jobs.enqueue(kind);
    var wrong = GoodJobs.on(jobs.claim(kind), "reason_code", "bad luck");
    assertThat(lab.service.post(JOBS + "fail-permanent", wrong).field()).isEqualTo("reason_code");
  }

  @Test
  void an_operator_sends_a_job_to_the_dead_letters_queued_leased_or_in_progress() {
    var kind = jobs.kind();
    var queued = jobs.enqueue(kind);
    var path = JOBS + id(queued) + "/dead-letter";
    var body =
        TenantApi.body("reason_code", "policy_violation", "stage", "input", "reason", "corrupt");
    assertThat(lab.service.post(path, body).problem()).isEqualTo("FORBIDDEN");
    var dead = lab.operator.post(path, body).ok();
    assertThat(dead.at("/job/status").asString()).isEqualTo("dead_letter");
    assertThat(dead.at("/job/last_error").asString()).isEqualTo("corrupt");
    assertThat(dead.at("/job/attempts").asInt()).isZero();
    assertThat(lab.operator.post(path, body).ok().path("replayed").asBoolean()).isTrue();
    assertThat(types(queued)).containsExactly("dot.job.enqueued", "dot.job.dead_lettered");

    var leased = jobs.enqueue(kind);
    var held = jobs.claim(kind);
    body.put("idempotency_key", TenantApi.unique("dead"));
    lab.operator.post(JOBS + id(leased) + "/dead-letter", body).ok();
    assertThat(seen(leased).path("status").asString()).isEqualTo("dead_letter");
    assertThat(lab.service.post(JOBS + "progress", GoodJobs.on(held)).problem())
        .isEqualTo("LEASE_NOT_ACTIVE");
    assertThat(lab.operator.get("subjects/" + id(leased)).ok().at("/status/v1").asString())
        .isEqualTo("dead_lettered");

    var running = jobs.enqueue(kind);
    var claimed = jobs.claim(kind);
    verb("progress", GoodJobs.on(claimed));
    body.put("idempotency_key", TenantApi.unique("dead"));
    lab.operator.post(JOBS + id(running) + "/dead-letter", body).ok();
    assertThat(seen(running).path("status").asString()).isEqualTo("dead_letter");
    assertThat(lab.service.post(JOBS + "succeed", GoodJobs.on(claimed)).problem())
        .isEqualTo("LEASE_NOT_ACTIVE");
    body.put("idempotency_key", TenantApi.unique("dead"));
    assertThat(lab.operator.post(JOBS + id(running) + "/dead-letter", body).problem())
        .isEqualTo("SUBJECT_TERMINAL");
    body.remove("reason");
    assertThat(lab.operator.post(JOBS + id(running) + "/dead-letter", body).field())
        .isEqualTo("reason");
    var letters = lab.operator.get(JOBS + "dead-letter?kind=" + kind).ok().path("items");
    assertThat(letters.valueStream().map(letter -> letter.path("reason_code").asString()))
        .containsExactly("policy_violation", "policy_violation", "policy_violation");
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
  void what_a_job_was_stays_said_when_it_is_put_away_and_its_evidence_is_gone() {
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
    assertSame(before, seen(claimed));
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
  void an_operator_claims_and_finishes_a_job_as_a_person() {
    var kind = jobs.kind();
    jobs.enqueue(kind);
    var claim = GoodJobs.claiming(kind);
    claim.put("lease_holder", "olga");
    var claimed = lab.operator.post(JOBS + "claim", claim).ok().path("jobs").get(0);
    assertThat(claimed.path("lease_holder").asString()).isEqualTo("olga");
    lab.operator.post(JOBS + "progress", GoodJobs.on(claimed)).ok();
    lab.operator.post(JOBS + "succeed", GoodJobs.on(claimed)).ok();
    assertThat(seen(claimed).path("status").asString()).isEqualTo("succeeded");
    assertThat(
            lab.operator
                .get("workers")
                .ok()
                .path("items")
                .valueStream()
                .filter(worker -> worker.path("worker_key").asString().equals("job:DOT:olga"))
                .map(worker -> worker.path("worker_type").asString()))
        .containsExactly("HUMAN_SESSION");
  }

  @Test
  void the_executor_and_the_required_fields_hold_at_the_execution_door_too() {
    var kind = jobs.kind();
    var job = new HashMap<String, Object>();
    job.put("domain", "staging");
    job.put("executor", "MOT");
    job.put("source_system", "lims");
    assertThat(refusedField(kind, job)).isEqualTo("properties.job.executor");
    job.put("executor", "Agent");
    assertThat(refusedField(kind, job)).isEqualTo("properties.job.executor");
    job.put("executor", "DOT");
    job.remove("domain");
    assertThat(refusedField(kind, job)).isEqualTo("properties.job.domain");
    assertThat(refusedField(kind, null)).isEqualTo("properties.job");
    job.put("domain", "staging");
    var made = lab.operator.post("actions/enqueue", work(kind, job)).ok();
    var claimed = jobs.claim(kind);
    assertThat(id(claimed)).isEqualTo(made.path("subject_euid").asString());
    assertThat(claimed.path("domain").asString()).isEqualTo("staging");
    assertThat(claimed.at("/safe_payload/pages").asInt()).isEqualTo(12);

    var elsewhere = lab.queue();
    lab.enqueue(elsewhere);
    var worker = lab.worker();
    var complete = TenantApi.on(worker, lab.claimOne(worker, elsewhere), "next_queue_key", kind);
    assertThat(lab.service.post("actions/complete", complete).field())
        .as("what is no job does not become one on the way")
        .isEqualTo("next_queue_key");
  }

  private static Map<String, Object> work(String kind, Map<String, Object> job) {
    var properties = new HashMap<String, Object>(Map.of("pages", 12));
    if (job != null) {
      properties.put("job", job);
    }
    return TenantApi.body(
        "queue_key", kind, "template_code", "data/execution/task/1.0", "properties", properties);
  }

  private static String refusedField(String kind, Map<String, Object> job) {
    var refused = lab.operator.post("actions/enqueue", work(kind, job));
    assertThat(refused.problem()).isEqualTo("VALIDATION_FAILED");
    return refused.field();
  }

  @Test
  void a_generator_never_claims_whatever_else_it_says_it_can() {
    var kind = jobs.kind();
    jobs.enqueue(kind);
    var worker =
        lab.service
            .post(
                "actions/register-worker",
                TenantApi.body(
                    "worker_key",
                    TenantApi.unique("mot"),
                    "worker_type",
                    "SERVICE",
                    "capabilities",
                    List.of("MOT", "DOT")))
            .ok()
            .path("worker_euid")
            .asString();
    var claim = TenantApi.body("worker_euid", worker, "queue_key", kind);
    assertThat(lab.service.post("actions/claim", claim).problem()).isEqualTo("CAPABILITY_MISMATCH");
    var any = lab.service.post("actions/claim", TenantApi.body("worker_euid", worker)).ok();
    assertThat(any.path("status").asString()).isEqualTo("NO_WORK");
    var queue = lab.operator.get("queues/" + kind).ok();
    var without =
        TenantApi.body(
            "queue_key",
            kind,
            "expected_revision",
            1,
            "required_worker_capabilities",
            List.of("Agent"));
    assertThat(queue.path("executor").asString()).isEqualTo("DOT");
    assertThat(lab.admin.post("actions/update-queue", without).field())
        .isEqualTo("required_worker_capabilities");
  }

  @Test
  void what_undoes_a_job_is_a_whole_job() {
    var undoing = jobs.kind();
    var kind = jobs.kind();
    lab.admin
        .post(
            "actions/update-queue",
            TenantApi.body(
                "queue_key", kind, "expected_revision", 1, "compensation_queue_key", undoing))
        .ok();
    var job = jobs.enqueue(kind);
    var claimed = jobs.claim(kind);
    verb("progress", GoodJobs.on(claimed));
    verb("fail-permanent", GoodJobs.on(claimed));
    var undo = jobs.claim(undoing);
    assertThat(undo.path("parent_job").asString()).isEqualTo(id(job));
    assertThat(undo.path("domain").asString()).isEqualTo(job.path("domain").asString());
    assertThat(undo.path("executor").asString()).isEqualTo("DOT");
    assertThat(undo.path("source_system").asString()).isEqualTo("lims");
    assertThat(undo.at("/safe_payload/compensates").asString()).isEqualTo(id(job));
    assertThat(undo.path("enqueued_by").isNull()).isFalse();
    assertThat(undo.path("idempotency_key").isNull()).isFalse();
  }

  @Test
  void a_trace_reaches_whoever_claims_the_job() {
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

  @Test
  void a_cancelled_workflow_takes_no_more_jobs() {
    var kind = jobs.kind();
    var made =
        lab.operator
            .post(
                GoodJobs.WORKFLOWS,
                GoodJobs.workflow(
                    List.of(
                        GoodJobs.step("a", kind, List.of()), GoodJobs.step("b", kind, List.of()))))
            .ok()
            .path("workflow")
            .path("workflow_id")
            .asString();
    verb("fail-permanent", GoodJobs.on(jobs.claim(kind)));
    lab.operator
        .post(GoodJobs.WORKFLOWS + "/" + made + "/cancel", TenantApi.body("reason", "superseded"))
        .ok();
    var refused = lab.operator.post(JOBS + "enqueue", GoodJobs.job(kind, "workflow", made));
    assertThat(refused.problem()).isEqualTo("STATE_CONFLICT");
    assertThat(refused.field()).isEqualTo("workflow");
  }
}
