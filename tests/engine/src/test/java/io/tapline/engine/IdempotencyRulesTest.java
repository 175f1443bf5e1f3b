package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Fail;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.PrepareBuilder;
import io.tapline.api.request.Requeue;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import org.junit.jupiter.api.Test;

/**
 * A repeated request is executed once; differences that the payload hash must and must not detect.
 */
class IdempotencyRulesTest extends InspectedTenantTest {

  @Test
  void retry_idempotency_spends_one_attempt_and_emits_one_event() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var fail =
        Fail.of(
            InspectedTenant.key(),
            subject,
            worker,
            item.leaseEuid(),
            ErrorClass.TRANSIENT_SYSTEM,
            "it broke");
    var first = asService(fail);
    var record = evidence.properties(item.recordEuid());
    var rows = evidence.checksum();
    var second = asService(fail);
    assertThat(second).isEqualTo(first.again());
    assertThat(evidence.checksum()).isEqualTo(rows);
    assertThat(lab.envelope(subject).attemptCount()).isEqualTo(1);
    assertThat(record.get("status").asString()).isEqualTo("FAILED_RETRYABLE");
    assertThat(evidence.actions(subject).stream().flatMap(action -> action.events().stream()))
        .filteredOn(event -> event.type() == EventType.JOB_RETRY_SCHEDULED)
        .hasSize(1);
  }

  @Test
  void payload_hash_conflict_is_deterministic_and_changes_nothing() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var fail =
        Fail.of(
            InspectedTenant.key(),
            subject,
            worker,
            item.leaseEuid(),
            ErrorClass.TRANSIENT_SYSTEM,
            "it broke");
    asService(fail);
    var other = AlteredRecord.with(fail, "error_message", "it broke in another way");
    for (int i = 0; i < 3; i++) {
      refused(Code.IDEMPOTENCY_CONFLICT, () -> asService(other));
    }
  }

  @Test
  void completion_replay_returns_the_same_answer_even_after_the_subject_moved_on() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var complete = Complete.of(InspectedTenant.key(), subject, worker, item.leaseEuid());
    var first = asService(complete);
    lab.requeue(subject);
    lab.claimAndStart(worker, QUEUE);
    var rows = evidence.checksum();
    assertThat(asService(complete)).isEqualTo(first.again());
    assertThat(evidence.checksum()).isEqualTo(rows);
  }

  @Test
  void one_key_may_serve_several_actions_and_several_subjects() {
    var first = lab.enqueue(QUEUE);
    var second = lab.enqueue(QUEUE);
    assertThat(asOperator(Requeue.of("the-key", first, "r")).replayed()).isFalse();
    assertThat(asOperator(Requeue.of("the-key", second, "r")).replayed()).isFalse();
    var hold =
        asOperator(AlteredRecord.with(hold(first, "A", "B"), "meta.idempotency_key", "the-key"));
    assertThat(hold.replayed()).isFalse();
  }

  @Test
  void the_order_of_json_keys_does_not_matter() {
    var one = Json.parse("{\"a\": 1, \"b\": {\"c\": [1, 2], \"d\": null}}");
    var same = Json.parse("{\"b\": {\"d\": null, \"c\": [1, 2]}, \"a\": 1}");
    var other = Json.parse("{\"b\": {\"d\": null, \"c\": [2, 1]}, \"a\": 1}");
    var first = asOperator(Enqueue.task("ordered", QUEUE, one));
    assertThat(asOperator(Enqueue.task("ordered", QUEUE, same))).isEqualTo(first.again());
    refused(Code.IDEMPOTENCY_CONFLICT, () -> asOperator(Enqueue.task("ordered", QUEUE, other)));
  }

  @Test
  void text_that_looks_like_the_next_field_is_another_payload() {
    var one = hold("S", "A, reason=B", "C");
    var other = hold("S", "A", "B, reason=C");
    assertThat(HashedCommand.hash(one)).isNotEqualTo(HashedCommand.hash(other));
  }

  @Test
  void the_word_null_is_not_an_absent_field() {
    var absent = PrepareBuilder.builder().templateCode(Enqueue.TASK).build();
    var one = AlteredRecord.with(absent, "meta.idempotency_key", "k");
    var other = AlteredRecord.with(one, "subject_name", "null");
    assertThat(HashedCommand.hash(one)).isNotEqualTo(HashedCommand.hash(other));
  }

  @Test
  void a_payload_repeated_as_text_is_another_payload() {
    var json = Json.parse("{\"b\":1,\"a\":2}");
    var one =
        AlteredRecord.with(Enqueue.task("k", QUEUE, json), "subject_name", "{\"b\":1,\"a\":2}");
    var other = AlteredRecord.with(one, "subject_name", "{\"a\":2,\"b\":1}");
    assertThat(HashedCommand.hash(one)).isNotEqualTo(HashedCommand.hash(other));
  }

  private static PlaceHold hold(String subject, String code, String reason) {
    return new PlaceHold(
        io.tapline.api.request.RequestMeta.key(InspectedTenant.key()),
        subject,
        null,
        null,
        code,
        reason);
  }
}
