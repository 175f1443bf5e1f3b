package io.tapline.server.required;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.TamperedSubjects;
import io.tapline.server.testing.TenantApi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The required tests of state and queue, as HTTP calls. */
class QueueConsistencyOverHttpTest extends OverHttp {

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void queue_state_consistency_survives_a_cleared_queue_cache(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    TamperedSubjects.set(TamperedSubjects.NO_CACHE).forEach(this::tamper);
    assertThat(depth()).isOne();
    assertThat(visible()).containsExactly(subject);
    assertThat(lab.claimOne(worker, queue).path("subject_euid").asString()).isEqualTo(subject);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void queue_state_consistency_survives_a_corrupted_queue_cache(String tenant) {
    in(tenant);
    var ready = lab.enqueue(queue);
    hold(lab.enqueue(queue), "QC");
    TamperedSubjects.set(TamperedSubjects.FALSE_CACHE).forEach(this::tamper);
    assertThat(visible()).containsExactly(ready);
    assertThat(lab.claimOne(worker, queue).path("subject_euid").asString()).isEqualTo(ready);
    assertThat(lab.claim(worker, queue, 1).size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void queue_state_consistency_needs_no_membership_edge(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var kin = subject(subject).path("lineage");
    assertThat(kin.path("parents").findValuesAsString("relationship")).containsOnly("executed_on");
    assertThat(kin.path("children").size()).isZero();
    assertThat(visible()).containsExactly(subject);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void held_item_removed_from_queue_and_back_after_release_and_requeue(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    assertThat(depth()).isOne();
    var hold = TenantApi.body("subject_euid", subject, "hold_code", "QC", "reason", "look");
    assertThat(lab.service.post("actions/hold", hold).problem()).isEqualTo("FORBIDDEN");
    assertThat(lab.human.post("actions/hold", hold).problem()).isEqualTo("FORBIDDEN");
    assertThat(depth()).isOne();
    var euid = lab.operator.post("actions/hold", hold).ok().path("hold_euid").asString();
    assertThat(depth()).isZero();
    assertThat(lab.claim(worker, queue, 1).size()).isZero();
    lab.operator.post("actions/release-hold", TenantApi.body("hold_euid", euid)).ok();
    lab.operator
        .post("actions/requeue", TenantApi.body("subject_euid", subject, "reason", "looked"))
        .ok();
    assertThat(depth()).isOne();
    assertThat(lab.claimOne(worker, queue).path("subject_euid").asString()).isEqualTo(subject);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void cancel_removes_item_from_queue_for_good(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    strangersSeeNothingOf(subject);
    assertThat(depth()).isOne();
    lab.operator
        .post("actions/cancel", TenantApi.body("subject_euid", subject, "reason", "withdrawn"))
        .ok();
    assertThat(depth()).isZero();
    assertThat(subject(subject).at("/execution/terminal").asBoolean()).isTrue();
    assertThat(lab.claim(worker, queue, 1).size()).isZero();
    var late = TenantApi.body("subject_euid", subject, "hold_code", "QC", "reason", "late");
    assertThat(lab.operator.post("actions/hold", late).problem()).isEqualTo("SUBJECT_TERMINAL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void max_attempt_dead_letter_ends_all_visibility(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    String record = null;
    for (int attempt = 1; attempt <= 3; attempt++) {
      assertThat(lab.state(subject)).isNotEqualTo("FAILED_TERMINAL");
      var claim = claimAndStart(worker);
      assertThat(claim.path("attempt_number").asInt()).isEqualTo(attempt);
      record = claim.path("record_euid").asString();
      fail(claim, "TRANSIENT_SYSTEM");
      advance(61);
    }
    assertThat(lab.state(subject)).isEqualTo("FAILED_TERMINAL");
    var letters = lab.operator.get("dead-letter?queue_key=" + queue).ok().path("items");
    assertThat(letters.findValuesAsString("subject_lookup_euid")).containsExactly(subject);
    assertThat(letters.findValuesAsString("resolution_state")).containsExactly("OPEN");
    assertThat(
            history(subject)
                .path("dead_letters")
                .findValuesAsString("last_execution_record_lookup_euid"))
        .containsExactly(record);
    assertThat(visible()).isEmpty();
    assertThat(lab.claim(worker, queue, 1).size()).isZero();
  }
}
