package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.RecordStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The agreed table of endings of leases and attempts, compared with the code row by row. */
class EndingTest {

  @ParameterizedTest
  @CsvSource({
    "COMPLETED,          COMPLETED, SUCCEEDED,        false",
    "DISPATCHED,         COMPLETED, SUCCEEDED,        false",
    "FAILED_RETRYABLE,   RELEASED,  FAILED_RETRYABLE, true",
    "FAILED_TERMINAL,    RELEASED,  FAILED_TERMINAL,  true",
    "OVERDUE,            RELEASED,  FAILED_TERMINAL,  true",
    "DEAD_LETTERED,      RELEASED,  FAILED_TERMINAL,  true",
    "FAILED_INTO_HOLD,   CANCELED,  CANCELED,         false",
    "FAILED_INTO_CANCEL, CANCELED,  CANCELED,         false",
    "RELEASED,           RELEASED,  CANCELED,         false",
    "HELD,               CANCELED,  CANCELED,         false",
    "CANCELED,           CANCELED,  CANCELED,         false",
    "LAPSED,             EXPIRED,   EXPIRED,          true",
    "FORCED,             EXPIRED,   EXPIRED,          true",
    "ABANDONED,          ABANDONED, EXPIRED,          true",
    "RETIRED,            ABANDONED, EXPIRED,          true",
  })
  void each_cause_ends_lease_and_record_in_its_way(
      Ending cause, LeaseStatus lease, RecordStatus record, boolean spendsAttempt) {
    assertThat(cause.leaseStatus()).isEqualTo(lease);
    assertThat(cause.recordStatus()).isEqualTo(record);
    assertThat(cause.spendsAttempt()).isEqualTo(spendsAttempt);
  }

  @Test
  void there_is_no_other_cause() {
    assertThat(Ending.values()).hasSize(15);
  }

  @Test
  void each_cause_has_a_reason_and_words_of_its_own() {
    assertThat(Ending.values()).extracting(Ending::releaseReason).doesNotHaveDuplicates();
    assertThat(Ending.values()).extracting(Ending::words).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(Ending.class)
  void lease_and_record_end_together_and_for_good(Ending cause) {
    var envelope = DecisionFixtures.envelope(ExecutionState.READY);
    var change =
        cause.end(
            SubjectChange.of(envelope),
            DecisionFixtures.live(3),
            DecisionFixtures.record(),
            null,
            null,
            DecisionFixtures.NOW);
    assertThat(change.changedLease().terms().status())
        .isEqualTo(cause.leaseStatus())
        .isNotEqualTo(LeaseStatus.ACTIVE);
    assertThat(change.changedLease().terms().releasedAt()).isEqualTo(DecisionFixtures.NOW);
    assertThat(change.changedLease().terms().releaseReason()).isEqualTo(cause.releaseReason());
    var attempt = change.closedRecord().attempt();
    assertThat(attempt.status()).isEqualTo(cause.recordStatus()).isNotEqualTo(RecordStatus.STARTED);
    assertThat(attempt.finishedAt()).isEqualTo(DecisionFixtures.NOW);
    assertThat(attempt.durationMs()).isEqualTo(30_000);
    assertThat(attempt.endState()).isEqualTo(ExecutionState.READY);
    assertThat(attempt.endRevision()).isEqualTo(envelope.revision());
  }

  @ParameterizedTest
  @EnumSource(Ending.class)
  void an_attempt_is_counted_only_where_it_is_spent(Ending cause) {
    var counted =
        cause
            .count(
                DecisionFixtures.envelope(ExecutionState.RUNNING)
                    .to(ExecutionState.FAILED_RETRYABLE))
            .at(DecisionFixtures.NOW);
    assertThat(counted.attemptCount()).isEqualTo(cause.spendsAttempt() ? 1 : 0);
  }
}
