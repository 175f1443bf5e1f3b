package io.tapline.server.required;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The required idempotency tests, as HTTP calls. */
class IdempotencyOverHttpTest extends OverHttp {

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void retry_idempotency_spends_one_attempt_and_emits_one_event(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var claim = claimAndStart(worker);
    var fail =
        TenantApi.on(worker, claim, "error_class", "TRANSIENT_SYSTEM", "error_message", "broke");
    var first = lab.service.post("actions/fail", fail).ok();
    var before = everythingAbout(subject);
    var second = lab.service.post("actions/fail", fail).ok();
    assertThat(second).isEqualTo(((ObjectNode) first.deepCopy()).put("replayed", true));
    assertThat(everythingAbout(subject)).isEqualTo(before);
    assertThat(subject(subject).at("/execution/attempt_count").asInt()).isOne();
    assertThat(record(subject, claim.path("record_euid").asString()).path("status").asString())
        .isEqualTo("FAILED_RETRYABLE");
    assertThat(events(subject)).containsOnlyOnce("job_retry_scheduled");
    strangersSeeNothingOf(subject);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void payload_hash_conflict_is_deterministic_and_changes_nothing(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var fail = TenantApi.on(worker, claimAndStart(worker), "error_class", "TRANSIENT_SYSTEM");
    lab.service.post("actions/fail", fail).ok();
    var before = everythingAbout(subject);
    fail.put("error_message", "it broke in another way");
    for (int i = 0; i < 3; i++) {
      var reply = lab.service.post("actions/fail", fail);
      assertThat(reply.problem()).isEqualTo("IDEMPOTENCY_CONFLICT");
      assertThat(reply.status()).isEqualTo(409);
    }
    assertThat(everythingAbout(subject)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void completion_replay_returns_the_same_answer_even_after_the_subject_moved_on(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var complete = TenantApi.on(worker, claimAndStart(worker));
    var first = lab.service.post("actions/complete", complete).ok();
    lab.operator
        .post("actions/requeue", TenantApi.body("subject_euid", subject, "reason", "once more"))
        .ok();
    claimAndStart(worker);
    var before = everythingAbout(subject);
    var again = lab.service.post("actions/complete", complete).ok();
    assertThat(again).isEqualTo(((ObjectNode) first.deepCopy()).put("replayed", true));
    assertThat(everythingAbout(subject)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void a_claim_that_an_administrator_repeats_shows_no_lease_token(String tenant) {
    in(tenant);
    lab.enqueue(queue);
    lab.enqueue(queue);
    var claim = TenantApi.body("worker_euid", worker, "queue_key", queue, "max_items", 2);
    var first = lab.service.post("actions/claim", claim).ok();
    assertThat(first.at("/claims/0/lease_token").asString()).isNotBlank();
    assertThat(first.at("/claims/1/lease_token").asString()).isNotBlank();
    assertThat(lab.service.post("actions/claim", claim).ok())
        .isEqualTo(((ObjectNode) first.deepCopy()).put("replayed", true));
    var other = lab.admin.post("actions/claim", claim).ok();
    assertThat(other.path("replayed").asBoolean()).isTrue();
    assertThat(other.at("/claims/0/lease_euid")).isEqualTo(first.at("/claims/0/lease_euid"));
    assertThat(other.path("claims")).hasSize(2).allMatch(item -> item.path("lease_token").isNull());
  }
}
