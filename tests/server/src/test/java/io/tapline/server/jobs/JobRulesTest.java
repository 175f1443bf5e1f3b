package io.tapline.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Permissions and codes for claiming and ending a job, and the refusals of both APIs. */
@TaplineServer(checked = true)
class JobRulesTest extends JobsOnServer {

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
