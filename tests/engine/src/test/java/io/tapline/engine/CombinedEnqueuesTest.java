package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.testing.InspectedTenant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** New work that waits for each other shares a transaction, and a key is one job all the same. */
class CombinedEnqueuesTest extends CombinedLab {

  @Test
  void new_work_shares_a_transaction_and_a_key_twice_is_one_job() throws Exception {
    var twice = Enqueue.task(InspectedTenant.key(), QUEUE, null);
    var otherwise = Enqueue.task(twice.meta().idempotencyKey(), QUEUE, json("S-2"));
    var members =
        lane.together(
            someEnqueue(),
            List.of(
                asking(lab.operator, twice),
                asking(lab.operator, Enqueue.task(InspectedTenant.key(), "elsewhere", null)),
                asking(lab.operator, twice),
                asking(lab.operator, otherwise),
                asking(lab.operator, Enqueue.task(InspectedTenant.key(), "nowhere", null)),
                asking(lab.admin, Enqueue.task(InspectedTenant.key(), QUEUE, null))));
    var outcomes = outcomes(members);
    assertThat(outcomes.get(2).answer().subjectEuid())
        .isEqualTo(outcomes.get(0).answer().subjectEuid());
    assertThat(outcomes.get(0).answer().replayed()).isFalse();
    assertThat(outcomes.get(2).answer().replayed()).isTrue();
    assertThat(outcomes.get(3).refusal().code()).isEqualTo(Code.IDEMPOTENCY_CONFLICT);
    assertThat(outcomes.get(3).refusal().message()).contains("was used before");
    assertThat(outcomes.get(4).refusal().code()).isEqualTo(Code.NOT_FOUND);
    assertThat(
            transactions(
                List.of(
                    outcomes.get(0).answer(), outcomes.get(1).answer(), outcomes.get(5).answer())))
        .isEqualTo(1);
    var subject = outcomes.get(5).answer().subjectEuid();
    assertThat(evidence.lastAction(subject).actor()).isEqualTo("ada");
    assertSound();
  }

  private static tools.jackson.databind.JsonNode json(String sample) {
    return io.tapline.tapdb.Json.object().put("sample", sample);
  }

  /** The twin in the caller's own transaction may commit at any time, or never. */
  @Test
  void a_twin_in_a_callers_open_transaction_holds_its_own_request_only() throws Exception {
    var command = Enqueue.task(InspectedTenant.key(), QUEUE, null);
    try (var callers = test.serving().getConnection()) {
      callers.setAutoCommit(false);
      var first = engine.enqueue(callers, lab.operator, List.of(command)).get(0).orThrow();
      var members =
          lane.together(
              someEnqueue(),
              List.of(
                  asking(lab.operator, command),
                  asking(lab.operator, Enqueue.task(InspectedTenant.key(), QUEUE, null)),
                  asking(lab.operator, Enqueue.task(InspectedTenant.key(), QUEUE, null))));
      assertThat(members.get(1).get().refused()).isFalse();
      assertThat(members.get(2).get().refused()).isFalse();
      assertThat(members.get(0).answer()).isNotDone();
      callers.commit();
      assertThat(members.get(0).get().answer().subjectEuid()).isEqualTo(first.subjectEuid());
      assertThat(members.get(0).get().answer().replayed()).isTrue();
    }
    assertSound();
  }
}
