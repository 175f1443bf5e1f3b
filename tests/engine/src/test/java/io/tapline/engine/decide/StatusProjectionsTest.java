package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.engine.decide.StatusProjections.Words;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Lease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The status of each state in the other vocabularies, row by row. */
class StatusProjectionsTest {

  private enum LeaseIs {
    NONE,
    LIVE,
    LAPSED,
    ENDED;

    Lease lease() {
      return switch (this) {
        case NONE -> null;
        case LIVE -> DecisionFixtures.live(3);
        case LAPSED -> DecisionFixtures.lapsed(3);
        case ENDED ->
            DecisionFixtures.lease(3, LeaseStatus.RELEASED, DecisionFixtures.NOW.plusSeconds(30));
      };
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING,          NONE,   pending,   queued,      queued",
    "READY,            NONE,   pending,   queued,      queued",
    "READY,            ENDED,  pending,   queued,      queued",
    "READY,            LAPSED, pending,   queued,      queued",
    "READY,            LIVE,   claimed,   leased,      assigned",
    "FAILED_RETRYABLE, LIVE,   claimed,   leased,      assigned",
    "RUNNING,          LIVE,   running,   in_progress, running",
    "WAITING_EXTERNAL, ENDED,  running,   in_progress, running",
    "FAILED_RETRYABLE, ENDED,  pending,   queued,      queued",
    "FAILED_RETRYABLE, LAPSED, pending,   queued,      queued",
    "HELD,             NONE,   pending,   queued,      queued",
    "COMPLETED,        ENDED,  completed, succeeded,   succeeded",
    "RUNNING,          LAPSED, pending,   queued,      queued",
    "FAILED_TERMINAL,  ENDED,  failed,    failed,      failed",
    "CANCELED,         ENDED,  cancelled, cancelled,   cancelled",
  })
  void a_state_and_its_newest_lease_are_told_in_each_vocabulary(
      ExecutionState state, LeaseIs lease, String task, String substrate, String v1) {
    assertThat(words(DecisionFixtures.envelope(state), lease, false))
        .isEqualTo(new Words(task, substrate, v1));
  }

  @Test
  void a_failure_that_waits_for_its_retry_is_retry_waiting_until_the_time_has_come() {
    var waiting =
        DecisionFixtures.envelope(ExecutionState.RUNNING)
            .to(ExecutionState.FAILED_RETRYABLE)
            .retryAt(DecisionFixtures.NOW.plusNanos(1_000))
            .at(DecisionFixtures.NOW);
    assertThat(words(waiting, LeaseIs.ENDED, false))
        .isEqualTo(new Words("pending", "retry_waiting", "queued"));
    var due =
        waiting
            .to(ExecutionState.FAILED_RETRYABLE)
            .retryAt(DecisionFixtures.NOW)
            .at(DecisionFixtures.NOW);
    assertThat(words(due, LeaseIs.ENDED, false))
        .isEqualTo(new Words("pending", "queued", "queued"));
  }

  @ParameterizedTest
  @EnumSource(
      value = ExecutionState.class,
      names = {"READY", "FAILED_RETRYABLE", "RUNNING"})
  void a_lapse_of_the_last_attempt_is_dead_before_anyone_settles_it(ExecutionState state) {
    var last = DecisionFixtures.envelope(state).to(state);
    for (int i = 1; i < DecisionFixtures.MAX_ATTEMPTS; i++) {
      last.spendAttempt();
    }
    var envelope = last.at(DecisionFixtures.NOW);
    assertThat(words(envelope, LeaseIs.LAPSED, false))
        .isEqualTo(new Words("failed", "dead_letter", "dead_lettered"));
    assertThat(words(envelope, LeaseIs.LIVE, false).task()).isIn("claimed", "running");
  }

  @Test
  void a_terminal_failure_is_a_dead_letter_while_one_is_open() {
    var failed = DecisionFixtures.envelope(ExecutionState.FAILED_TERMINAL);
    assertThat(words(failed, LeaseIs.ENDED, true))
        .isEqualTo(new Words("failed", "dead_letter", "dead_lettered"));
  }

  @ParameterizedTest
  @EnumSource(ExecutionState.class)
  void what_retention_swept_is_cleaned_whatever_it_was(ExecutionState state) {
    var policy = DecisionFixtures.queue(DecisionFixtures.QUEUE, true).policy();
    assertThat(
            StatusProjections.of(
                DecisionFixtures.envelope(state), null, false, true, policy, DecisionFixtures.NOW))
        .isEqualTo(new Words(null, "cleaned", null));
  }

  @Test
  void without_a_queue_no_limit_of_attempts_applies() {
    assertThat(
            StatusProjections.of(
                DecisionFixtures.envelope(ExecutionState.RUNNING),
                DecisionFixtures.lapsed(3),
                false,
                false,
                null,
                DecisionFixtures.NOW))
        .isEqualTo(new Words("pending", "queued", "queued"));
  }

  private static Words words(Envelope envelope, LeaseIs lease, boolean openDeadLetter) {
    return StatusProjections.of(
        envelope,
        lease.lease(),
        openDeadLetter,
        false,
        DecisionFixtures.queue(DecisionFixtures.QUEUE, true).policy(),
        DecisionFixtures.NOW);
  }
}
