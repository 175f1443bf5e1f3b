package io.tapline.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.tapline.api.WorkerType;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RegisterWorkerBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerStateTest {

  private static final RegisterWorker ONE_SLOT =
      RegisterWorkerBuilder.builder()
          .workerKey("w")
          .displayName("w")
          .workerType(WorkerType.SERVICE)
          .maxConcurrentLeases(1)
          .heartbeatTtlSeconds(60)
          .buildVersion("1")
          .host("here")
          .processIdentity("p")
          .build();

  private final WorkerState state =
      new WorkerState(new FakePort(), ONE_SLOT, PayloadCodec.strict(), trouble -> {});
  private final Job job =
      new Job(FakePort.claimed("S-1"), System.nanoTime(), PayloadCodec.strict(), note -> {});

  /** Renewer, reporter and heart may each see that a lease has lapsed, in the same moment. */
  @Test
  void a_lease_that_two_threads_find_lost_is_lost_once() throws Exception {
    state.slots().acquire();
    state.begin(job);
    job.onCancel(why -> state.lost(job));
    state.lost(job);
    state.handlerReturned(job);
    assertThat(state.figures().snapshot().lost()).isEqualTo(1);
    assertThat(state.jobs()).isEmpty();
    assertThat(state.slots().availablePermits()).isEqualTo(1);
  }

  @Test
  void a_handler_that_no_thread_had_time_for_before_its_loss_is_not_begun() throws Exception {
    state.begin(job);
    state.lost(job);
    assertThatThrownBy(() -> job.within(() -> fail("began")))
        .isInstanceOf(CancelledException.class);
    assertThat(job.settle()).isFalse();
  }

  @Test
  void a_handler_does_not_begin_when_its_work_was_given_back_before_a_thread_was_free() {
    state.begin(job);
    job.cancel(Cancellation.SHUTDOWN);
    assertThat(job.settle()).isTrue();
    assertThatThrownBy(() -> job.within(() -> fail("began")))
        .isInstanceOf(CancelledException.class);
  }

  @Test
  void a_handler_that_returns_while_its_loss_is_told_has_nothing_to_report() {
    state.begin(job);
    job.onCancel(why -> assertThat(job.settle()).isFalse());
    state.lost(job);
    assertThat(job.over()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 60, 120, 900})
  void a_lease_is_renewed_at_a_third_of_its_term_however_long_that_is(int seconds) {
    var one =
        new Job(
            FakePort.claimed("S-1", Duration.ofSeconds(seconds)),
            1_000,
            PayloadCodec.strict(),
            note -> {});
    long third = Duration.ofSeconds(seconds).toNanos() / 3;
    assertThat(one.renewalDue()).isEqualTo(1_000 + third);
    one.renewed(5_000);
    assertThat(one.renewalDue()).as("from the renewal on").isEqualTo(5_000 + third);
    assertThat(one.lapsed(5_000 + 3 * third + 1)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"120, 15, 15", "30, 10, 10", "30, 25, 10"})
  void a_lease_is_renewed_as_often_as_its_queue_says_and_never_later_than_at_a_third(
      int termSeconds, int intervalSeconds, int everySeconds) {
    var claimed =
        FakePort.claimed(
            "S-1", Duration.ofSeconds(termSeconds), Duration.ofSeconds(intervalSeconds));
    assertThat(new Job(claimed, 1_000, PayloadCodec.strict(), note -> {}).renewalDue())
        .isEqualTo(1_000 + Duration.ofSeconds(everySeconds).toNanos());
  }

  @ParameterizedTest
  @CsvSource({"9, 3", "30, 10", "60, 20", "90, 30", "300, 30", "86400, 30"})
  void a_worker_beats_three_times_in_its_term_and_every_thirty_seconds_at_least(
      int termSeconds, int everySeconds) {
    assertThat(HeartbeatLoop.interval(Duration.ofSeconds(termSeconds)))
        .isEqualTo(Duration.ofSeconds(everySeconds));
  }
}
