package io.tapline.server.longpoll;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Role;
import io.tapline.api.request.Claim;
import io.tapline.engine.model.Caller;
import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A claim that comes late, or again, claims nothing for a worker that has gone on. */
@TaplineServer
class GhostClaimTest {

  private static final String PAST = "2020-01-01T00:00:00Z";
  private static final String FUTURE = "2100-01-01T00:00:00Z";

  private static TestTapline tapline;
  private static TenantApi lab;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  private static Instant now() {
    var clock = lab.admin.post("/api/v1/testing/clock", Map.of("advance_seconds", 0)).ok();
    return Instant.parse(clock.path("now").asString());
  }

  private static void tooLate(HttpReply reply) {
    assertThat(reply.problem()).isEqualTo("CLAIM_TOO_LATE");
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.json().path("field").asString()).isEqualTo("not_after");
  }

  private static void malformed(HttpReply reply) {
    assertThat(reply.problem()).isEqualTo("VALIDATION_FAILED");
    assertThat(reply.json().path("field").asString()).isEqualTo("not_after");
  }

  private static Map<String, Object> claim(String worker, String queue, Object... more) {
    var body = TenantApi.body(more);
    body.put("worker_euid", worker);
    body.put("queue_key", queue);
    return body;
  }

  private static int leases(String queue) {
    return lab.operator.get("leases?queue_key=" + queue).ok().path("items").size();
  }

  @Test
  void a_claim_after_its_time_claims_nothing_and_one_in_time_does() {
    var queue = lab.queue();
    var worker = lab.worker();
    var subject = lab.enqueue(queue);
    malformed(lab.service.post("actions/claim", claim(worker, queue, "not_after", "tomorrow")));
    tooLate(lab.service.post("actions/claim", claim(worker, queue, "not_after", PAST)));
    tooLate(
        lab.service.post(
            "actions/claim",
            TenantApi.body("worker_euid", worker, "subject_euid", subject, "not_after", PAST)));
    assertThat(leases(queue)).isZero();

    var first = claim(worker, queue, "not_after", FUTURE);
    var granted = lab.service.post("actions/claim", first).ok();
    assertThat(granted.path("status").asString()).isEqualTo("CLAIMED");
    // Only when it is carried out: who repeats it for its lost answer gets that, however late.
    first.put("not_after", PAST);
    var again = lab.service.post("actions/claim", first).ok();
    assertThat(again.path("replayed").asBoolean()).isTrue();
    assertThat(again.path("claims")).isEqualTo(granted.path("claims"));
  }

  @Test
  void the_time_is_judged_by_the_clock_of_the_database() {
    var queue = lab.queue();
    var worker = lab.worker();
    lab.enqueue(queue);
    var latest = now().plusSeconds(600).toString();
    tapline.advance(Duration.ofSeconds(601));
    tooLate(lab.service.post("actions/claim", claim(worker, queue, "not_after", latest)));
    assertThat(leases(queue)).isZero();
  }

  @Test
  void a_claim_without_a_queue_that_comes_late_claims_nothing_either() {
    var queue = lab.queue();
    lab.enqueue(queue);
    tooLate(
        lab.service.post(
            "actions/claim", TenantApi.body("worker_euid", lab.worker(), "not_after", PAST)));
    assertThat(leases(queue)).isZero();
  }

  @Test
  void a_claim_that_was_told_no_work_is_told_so_again() {
    var queue = lab.queue();
    var worker = lab.worker();
    var asked = claim(worker, queue);
    var waited = claim(worker, queue);
    var patient = lab.service.with("Prefer", "wait=1");
    assertThat(status(lab.service, asked)).isEqualTo("NO_WORK");
    assertThat(status(patient, waited)).isEqualTo("NO_WORK");
    lab.enqueue(queue);

    assertThat(status(lab.service, asked)).isEqualTo("NO_WORK");
    assertThat(status(patient.with("Prefer", "wait=60"), waited)).isEqualTo("NO_WORK");
    assertThat(leases(queue)).isZero();
    assertThat(status(lab.service, claim(worker, queue))).isEqualTo("CLAIMED");
  }

  private static String status(HttpApi who, Map<String, Object> body) {
    return who.post("actions/claim", body).ok().path("status").asString();
  }

  @Test
  void what_another_server_has_granted_since_is_told_again() {
    var queue = lab.queue();
    var worker = lab.worker();
    var asked = claim(worker, queue);
    assertThat(status(lab.service, asked)).isEqualTo("NO_WORK");
    lab.enqueue(queue);
    var elsewhere =
        tapline
            .engine()
            .claim(
                new Caller(tapline.tenantId("acme"), owner(), Set.of(Role.WORKER_SERVICE)),
                Claim.one((String) asked.get("idempotency_key"), worker, queue));
    var told = lab.service.post("actions/claim", asked).ok();
    assertThat(told.path("replayed").asBoolean()).isTrue();
    assertThat(told.path("claims").get(0).path("lease_euid").asString())
        .isEqualTo(elsewhere.claims().get(0).leaseEuid());
  }

  /** The principal of the service token of the worker. */
  private static String owner() {
    return lab.service.get("/api/v1/me").ok().path("principal").asString();
  }

  @Test
  void jobs_are_not_claimed_late_or_twice_for_nobody_either() {
    var jobs = new GoodJobs(lab);
    var kind = jobs.kind();
    var claim = GoodJobs.JOBS + "claim";
    var asked = GoodJobs.claiming(kind);
    assertThat(lab.service.post(claim, asked).ok().path("jobs").size()).isZero();
    var job = jobs.enqueue(kind);
    assertThat(lab.service.post(claim, asked).ok().path("jobs").size()).isZero();
    var late = GoodJobs.claiming(kind);
    late.put("not_after", PAST);
    tooLate(lab.service.post(claim, late));
    late.put("not_after", 7);
    malformed(lab.service.post(claim, late));
    assertThat(
            lab.operator
                .get(GoodJobs.JOBS + job.path("job_id").asString())
                .ok()
                .path("status")
                .asString())
        .isEqualTo("queued");
    late.put("not_after", FUTURE);
    assertThat(lab.service.post(claim, late).ok().path("jobs").size()).isEqualTo(1);
  }
}
