package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Fail;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The class of the error decides what becomes of the subject, and when it comes back. */
class ErrorClassTest extends InspectedTenantTest {

  @ParameterizedTest
  @CsvSource({
    "TRANSIENT_SYSTEM,     FAILED_RETRYABLE, JOB_RETRY_SCHEDULED",
    "TRANSIENT_DEPENDENCY, FAILED_RETRYABLE, JOB_RETRY_SCHEDULED",
    "TRANSIENT_CAPACITY,   FAILED_RETRYABLE, JOB_RETRY_SCHEDULED",
    "PERMANENT_INPUT,      FAILED_TERMINAL,  JOB_DEAD_LETTERED",
    "PERMANENT_STATE,      FAILED_TERMINAL,  JOB_DEAD_LETTERED",
    "BUSINESS_RULE_HOLD,   HELD,             JOB_HELD",
    "OPERATOR_CANCELED,    CANCELED,         JOB_CANCELLED",
  })
  void each_class_has_its_outcome_started_or_not(
      ErrorClass error, ExecutionState state, EventType event) {
    for (boolean started : new boolean[] {true, false}) {
      var subject = lab.enqueue(QUEUE);
      var item = lab.claim(worker, QUEUE, 1, started).claims().get(0);
      lab.fail(worker, item, error);
      assertThat(lab.envelope(subject).state()).isEqualTo(state);
      assertThat(evidence.lastAction(subject).events())
          .singleElement()
          .extracting(one -> one.type())
          .isEqualTo(event);
      assertThat(evidence.properties(item.recordEuid()).get("error_class").asString())
          .isEqualTo(error.name());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "true, FAILED_RETRYABLE, TRANSIENT_SYSTEM",
    "false, FAILED_TERMINAL, PERMANENT_STATE"
  })
  void retryable_may_be_given_instead(boolean retryable, ExecutionState state, String error) {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    asService(AlteredRecord.with(fail(item, null), "retryable", retryable));
    assertThat(lab.envelope(item.subjectEuid()).state()).isEqualTo(state);
    assertThat(evidence.properties(item.recordEuid()).get("error_class").asString())
        .isEqualTo(error);
  }

  @ParameterizedTest
  @CsvSource({
    "true, PERMANENT_INPUT",
    "true, PERMANENT_STATE",
    "true, BUSINESS_RULE_HOLD",
    "true, OPERATOR_CANCELED",
    "false, TRANSIENT_SYSTEM",
    "false, TRANSIENT_DEPENDENCY",
    "false, TRANSIENT_CAPACITY"
  })
  void both_in_contradiction_are_refused(boolean retryable, ErrorClass error) {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    refused(
        Code.VALIDATION_FAILED,
        "retryable",
        () -> asService(AlteredRecord.with(fail(item, error), "retryable", retryable)));
  }

  @Test
  void neither_is_refused_too() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    refused(Code.VALIDATION_FAILED, "error_class", () -> asService(fail(item, null)));
  }

  @Test
  void the_wait_doubles_up_to_its_bound() {
    lab.queue("patient", InspectedTenant.fields(60, 10));
    var subject = lab.enqueue("patient");
    for (long seconds : new long[] {10, 20, 40, 60, 60}) {
      var item = lab.claimAndStart(worker, "patient");
      lab.fail(worker, item, ErrorClass.TRANSIENT_SYSTEM);
      assertThat(Duration.between(finished(item), lab.envelope(subject).retryAt()))
          .isEqualTo(Duration.ofSeconds(seconds));
      advance(seconds);
    }
  }

  @Test
  void jitter_spreads_the_wait_within_its_fraction_and_never_before_now() {
    lab.queue(
        "jittery",
        AlteredRecord.with(
            InspectedTenant.fields(60, 1000),
            "retry_policy.jitter_fraction",
            1.0,
            "retry_policy.max_delay_seconds",
            10));
    lab.enqueue("jittery", 50);
    var items = lab.claim(worker, "jittery", 50, true).claims();
    for (var item : items) {
      lab.fail(worker, item, ErrorClass.TRANSIENT_SYSTEM);
      assertThat(lab.envelope(item.subjectEuid()).retryAt())
          .isBetween(finished(item), finished(item).plusSeconds(20));
    }
    assertThat(items.stream().map(item -> lab.envelope(item.subjectEuid()).retryAt()).distinct())
        .hasSizeGreaterThan(40);
  }

  @Test
  void a_failure_may_send_the_retry_to_another_queue() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    asService(
        AlteredRecord.with(
            fail(item, ErrorClass.TRANSIENT_CAPACITY), "next_queue_key", "elsewhere"));
    assertThat(lab.envelope(item.subjectEuid()).nextQueueKey()).isEqualTo("elsewhere");
    assertThat(lab.envelope(item.subjectEuid()).state()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
  }

  private Instant finished(ClaimAnswer.Item item) {
    return Instant.parse(evidence.properties(item.recordEuid()).get("finished_at").asString());
  }

  private Fail fail(ClaimAnswer.Item item, ErrorClass error) {
    return Fail.of(
        InspectedTenant.key(), item.subjectEuid(), worker, item.leaseEuid(), error, "it broke");
  }
}
