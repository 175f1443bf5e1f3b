package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.DeadLetterReason;
import io.tapline.api.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The one table of what follows from an error class, where the worker says no more. */
class ErrorClassTest {

  @ParameterizedTest
  @CsvSource({
    "TRANSIENT_SYSTEM,     RETRY,  exhausted_retries,      exec",
    "TRANSIENT_DEPENDENCY, RETRY,  dependency_unavailable, exec",
    "TRANSIENT_CAPACITY,   RETRY,  exhausted_retries,      exec",
    "PERMANENT_INPUT,      FAIL,   validation_failed,      input",
    "PERMANENT_STATE,      FAIL,   policy_violation,       exec",
    "BUSINESS_RULE_HOLD,   HOLD,   policy_violation,       exec",
    "OPERATOR_CANCELED,    CANCEL, policy_violation,       exec",
  })
  void the_class_decides_outcome_reason_and_stage(
      ErrorClass errorClass,
      ErrorClass.FailureEffect failureEffect,
      String reasonCode,
      String stage) {
    assertThat(errorClass.outcome()).isEqualTo(failureEffect);
    assertThat(errorClass.reasonCode()).isEqualTo(reasonCode);
    assertThat(errorClass.stage()).isEqualTo(stage);
  }

  @Test
  void there_is_no_other_class() {
    assertThat(ErrorClass.values()).hasSize(7);
  }

  @ParameterizedTest
  @EnumSource(ErrorClass.class)
  void every_default_is_a_word_that_dead_letters_know(ErrorClass errorClass) {
    assertThat(DeadLetterReason.REASON_CODES).contains(errorClass.reasonCode());
    assertThat(DeadLetterReason.STAGES).contains(errorClass.stage());
  }

  @Test
  void a_lapse_is_a_timeout() {
    var lapse = Ending.LAPSED.failure(DecisionFixtures.NOW);
    assertThat(lapse.reasonCode()).isEqualTo("timeout");
    assertThat(lapse.stage()).isEqualTo("exec");
    assertThat(lapse.retryable()).isTrue();
  }
}
