package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.PayloadPolicy;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Signal, not data: what a queue that takes only signals refuses, whichever way it comes. */
class SignalOnlyQueueTest extends InspectedTenantTest {

  private static final String SIGNALS = "signals";
  private static final JsonNode SIGNAL = Json.parse("{\"payload_ref\":\"s3://bucket/1\"}");
  private static final JsonNode DATA = Json.parse("{\"body\":\"text\"}");

  /** Too much for the subject's row, so it has an object of its own. */
  private static final JsonNode BULKY = Json.object().put("body", "x".repeat(5_000));

  @BeforeEach
  void signals() {
    lab.queue(
        SIGNALS,
        InspectedTenant.fields(60, 3).toBuilder().payloadPolicy(PayloadPolicy.SIGNAL_ONLY).build());
  }

  @Test
  void data_is_refused_at_any_depth_before_anything_is_written() {
    var deep = Json.parse("{\"refs\":[{\"deep\":{\"password\":\"x\"}}]}");
    refused(
        Code.PAYLOAD_REFUSED,
        "properties.refs.0.deep.password",
        () -> asOperator(Enqueue.task(InspectedTenant.key(), SIGNALS, deep)));
    assertThat(asOperator(Enqueue.task(InspectedTenant.key(), SIGNALS, SIGNAL)).subjectEuid())
        .isNotNull();
  }

  @Test
  void a_prepared_subject_that_carries_data_is_refused_too() {
    var prepared =
        asOperator(
                new Prepare(RequestMeta.key(InspectedTenant.key()), Enqueue.TASK, null, DATA, null))
            .subjectEuid();
    var route =
        AlteredRecord.with(
            Enqueue.task(InspectedTenant.key(), SIGNALS, null),
            "subject_euid",
            prepared,
            "template_code",
            null);
    refused(Code.PAYLOAD_REFUSED, "properties.body", () -> asOperator(route));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_completion_cannot_route_data_there(boolean bulky) {
    var item = running(bulky ? BULKY : DATA);
    refused(Code.PAYLOAD_REFUSED, "next_queue_key", () -> asService(completion(item)));
    assertThat(state(asService(completion(running(SIGNAL))))).isEqualTo(ExecutionState.READY);
    // Without the detour it is done, data or not.
    assertThat(state(lab.complete(worker, item))).isEqualTo(ExecutionState.COMPLETED);
  }

  @Test
  void in_a_batch_only_the_item_that_carries_data_is_refused() {
    var data = running(DATA);
    var signal = running(SIGNAL);
    var outcomes =
        lab.engine().executeAll(lab.service, List.of(completion(data), completion(signal)));
    assertThat(outcomes.get(0).refusal().code()).isEqualTo(Code.PAYLOAD_REFUSED);
    assertThat(outcomes.get(1).refused()).isFalse();
    assertThat(lab.envelope(data.subjectEuid()).state()).isEqualTo(ExecutionState.RUNNING);
    assertThat(lab.envelope(signal.subjectEuid()).nextQueueKey()).isEqualTo(SIGNALS);
  }

  @Test
  void a_failure_cannot_route_data_there() {
    var item = running(DATA);
    refused(Code.PAYLOAD_REFUSED, "next_queue_key", () -> asService(failure(item)));
    assertThat(state(asService(failure(running(SIGNAL)))))
        .isEqualTo(ExecutionState.FAILED_RETRYABLE);
  }

  @Test
  void an_external_result_cannot_route_data_there() {
    var data = dispatched(DATA);
    refused(Code.PAYLOAD_REFUSED, "next_queue_key", () -> asOperator(result(data)));
    assertThat(state(asOperator(result(dispatched(SIGNAL))))).isEqualTo(ExecutionState.READY);
  }

  @Test
  void a_requeue_cannot_send_data_there() {
    var data = asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, DATA)).subjectEuid();
    var signal = asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, SIGNAL)).subjectEuid();
    refused(Code.PAYLOAD_REFUSED, "queue_key", () -> asOperator(requeue(data)));
    assertThat(state(asOperator(requeue(signal)))).isEqualTo(ExecutionState.READY);
  }

  @Test
  void a_requeue_to_its_own_queue_is_judged_by_the_policy_of_today() {
    var done = running(DATA);
    lab.complete(worker, done);
    var waiting = asOperator(Enqueue.task(InspectedTenant.key(), "elsewhere", DATA)).subjectEuid();
    var onlySignals = QueueFields.builder().payloadPolicy(PayloadPolicy.SIGNAL_ONLY).build();
    asAdmin(
        new UpdateQueue(
            RequestMeta.key(InspectedTenant.key()), "elsewhere", 1L, onlySignals, "no data now"));
    refused(Code.PAYLOAD_REFUSED, "queue_key", () -> lab.requeue(waiting));
    refused(Code.PAYLOAD_REFUSED, "queue_key", () -> lab.requeue(done.subjectEuid()));
  }

  private ClaimAnswer.Item running(JsonNode properties) {
    var subject =
        asOperator(Enqueue.task(InspectedTenant.key(), "elsewhere", properties)).subjectEuid();
    return lab.claim(worker, "elsewhere", 100, true).claims().stream()
        .filter(item -> item.subjectEuid().equals(subject))
        .findFirst()
        .orElseThrow();
  }

  private String dispatched(JsonNode properties) {
    var item = running(properties);
    asService(
        new Dispatch(
            RequestMeta.key(InspectedTenant.key()),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            "run-1",
            null,
            null));
    return item.subjectEuid();
  }

  private ExecutionState state(ActionAnswer answer) {
    return lab.envelope(answer.subjectEuid()).state();
  }

  private Complete completion(ClaimAnswer.Item item) {
    return Complete.of(InspectedTenant.key(), item.subjectEuid(), worker, item.leaseEuid())
        .next(SIGNALS, null);
  }

  private Fail failure(ClaimAnswer.Item item) {
    var fail =
        Fail.of(
            InspectedTenant.key(),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            ErrorClass.TRANSIENT_SYSTEM,
            "it broke");
    return AlteredRecord.with(fail, "next_queue_key", SIGNALS);
  }

  private static ExternalResult result(String subject) {
    return ExternalResultBuilder.builder()
        .meta(RequestMeta.key(InspectedTenant.key()))
        .subjectEuid(subject)
        .expect(StatePrecondition.NOTHING)
        .externalRef("run-1")
        .outcome(ExecutionState.READY)
        .nextQueueKey(SIGNALS)
        .build();
  }

  private static Requeue requeue(String subject) {
    return AlteredRecord.with(
        Requeue.of(InspectedTenant.key(), subject, "try again"), "queue_key", SIGNALS);
  }
}
