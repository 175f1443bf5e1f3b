package io.tapline.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.pipeline.RequestCombiner.ReturningCallers;
import org.junit.jupiter.api.Test;

class ReturningCallersTest {

  private static final long MILLI = 1_000_000;

  private final ReturningCallers callers = new ReturningCallers();

  @Test
  void nobody_waits_for_callers_that_nobody_has_answered() {
    assertThat(callers.patience(0)).isZero();
    assertThat(callers.patience(5 * MILLI)).isZero();
  }

  @Test
  void after_a_request_that_was_alone_the_next_begins_at_once() {
    callers.answered(1, 8 * MILLI, 100 * MILLI, true);
    assertThat(callers.patience(100 * MILLI)).isZero();
  }

  @Test
  void after_a_shared_transaction_the_next_waits_for_a_quarter_of_it_at_the_most() {
    callers.answered(16, 4 * MILLI, 100 * MILLI, true);
    assertThat(callers.patience(101 * MILLI)).isEqualTo(MILLI);
    assertThat(callers.expected()).isEqualTo(16);
  }

  @Test
  void after_a_very_long_one_it_waits_for_two_milliseconds() {
    callers.answered(16, 4_000 * MILLI, 100 * MILLI, true);
    assertThat(callers.patience(101 * MILLI)).isEqualTo(2 * MILLI);
  }

  @Test
  void once_as_much_time_has_passed_nobody_is_waited_for() {
    callers.answered(16, 4 * MILLI, 100 * MILLI, true);
    assertThat(callers.patience(104 * MILLI)).isZero();
  }

  @Test
  void without_a_request_that_arrived_during_a_transaction_there_is_no_wait() {
    callers.answered(16, 4 * MILLI, 100 * MILLI, false);
    assertThat(callers.patience(101 * MILLI)).isZero();
  }

  @Test
  void after_a_wait_without_another_request_there_is_none_until_requests_meet_again() {
    callers.answered(16, 4 * MILLI, 100 * MILLI, true);
    callers.waited(false);
    assertThat(callers.patience(101 * MILLI)).isZero();
    callers.answered(16, 4 * MILLI, 110 * MILLI, false);
    assertThat(callers.patience(111 * MILLI)).isZero();
    callers.answered(16, 4 * MILLI, 120 * MILLI, true);
    assertThat(callers.patience(121 * MILLI)).isEqualTo(MILLI);
  }
}
