package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The life of a subject, as HTTP calls. */
@TaplineServer
class LifeOverHttpTest {

  private static TestTapline tapline;
  private static TenantApi lab;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  @Test
  void a_subject_is_enqueued_claimed_started_and_completed_and_all_of_it_is_told() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    assertThat(lab.operator.get("queues/" + queue).ok().path("queue_depth").asInt()).isOne();

    var claim = lab.claimOne(worker, queue);
    assertThat(claim.path("subject_euid").asString()).isEqualTo(subject);
    assertThat(claim.path("properties").path("sample").asString()).isEqualTo("S-1");
    lab.service.post("actions/start", TenantApi.on(worker, claim)).ok();
    assertThat(lab.state(subject)).isEqualTo("RUNNING");
    var done = lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();

    assertThat(done.path("action_key").asString()).isEqualTo("complete_queue_execution");
    assertThat(lab.state(subject)).isEqualTo("COMPLETED");
    var history = lab.operator.get("subjects/" + subject + "/history").ok();
    assertThat(history.path("records").get(0).path("status").asString()).isEqualTo("SUCCEEDED");
    assertThat(history.path("actions").size()).isEqualTo(4);
    tapline.awaitFeed("acme");
    var events = lab.operator.get("events?subject_euid=" + subject).ok().path("items");
    assertThat(events.findValuesAsString("type"))
        .containsExactly("job_enqueued", "job_claimed", "job_started", "job_succeeded");
  }

  @Test
  void a_claim_of_nothing_is_told_so() {
    var answer =
        lab.service
            .post(
                "actions/claim",
                TenantApi.body("worker_euid", lab.worker(), "queue_key", lab.queue()))
            .ok();
    assertThat(answer.path("status").asString()).isEqualTo("NO_WORK");
    assertThat(answer.path("claims").size()).isZero();
  }

  @Test
  void a_lapsed_lease_is_refused_and_the_subject_is_there_for_another() {
    var queue = lab.queue();
    lab.enqueue(queue);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    tapline.advance(Duration.ofMinutes(2));

    assertThat(lab.service.post("actions/complete", TenantApi.on(worker, claim)).problem())
        .isEqualTo("LEASE_EXPIRED");
    assertThat(lab.claim(lab.worker(), queue, 1).size()).isOne();
  }

  @Test
  void a_batch_gives_each_item_its_own_answer_or_problem() {
    var queue = lab.queue();
    lab.enqueue(queue);
    lab.enqueue(queue);
    var worker = lab.worker();
    var claims = lab.claim(worker, queue, 2);
    var items =
        List.of(
            TenantApi.on(worker, claims.get(0)),
            TenantApi.body("subject_euid", 7),
            TenantApi.on(worker, claims.get(1), "expected_revision", 99));

    var results = lab.service.post("actions/complete", Map.of("items", items)).ok().path("items");

    assertThat(results.get(0).path("answer").path("status").asString()).isNotEmpty();
    assertThat(results.get(1).path("problem").path("code").asString())
        .isEqualTo("VALIDATION_FAILED");
    assertThat(results.get(1).path("problem").path("field").asString())
        .isEqualTo("items[1].subject_euid");
    assertThat(results.get(2).path("problem").path("code").asString())
        .isEqualTo("REVISION_CONFLICT");
  }

  @Test
  void the_same_key_gives_the_same_answer_from_body_or_header() {
    var queue = lab.queue();
    var body = TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0");
    var key = (String) body.get("idempotency_key");
    var first = lab.operator.post("actions/enqueue", body).ok();
    body.remove("idempotency_key");
    var again = lab.operator.with("Idempotency-Key", key).post("actions/enqueue", body).ok();

    assertThat(first.path("replayed").asBoolean()).isFalse();
    assertThat(again.path("replayed").asBoolean()).isTrue();
    assertThat(again.path("subject_euid")).isEqualTo(first.path("subject_euid"));
  }

  @Test
  void keys_that_differ_in_header_and_body_are_refused() {
    var reply =
        lab.operator
            .with("Idempotency-Key", "another")
            .post("actions/enqueue", TenantApi.body("queue_key", "any"));
    assertThat(reply.problem()).isEqualTo("VALIDATION_FAILED");
    assertThat(reply.field()).isEqualTo("idempotency_key");
  }
}
