package io.tapline.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FinishTimesTest {

  @Test
  void it_is_over_when_every_job_is_done_and_knows_the_last() {
    var finishTimes = new FinishTimes(2, done -> {});
    finishTimes.done(1, 70);
    finishTimes.done(0, 50);

    finishTimes.await(2);

    assertThat(finishTimes.last()).isEqualTo(70);
    assertThat(finishTimes.at(0)).isEqualTo(50);
  }

  @Test
  void a_job_that_is_done_twice_fails_the_run() {
    var finishTimes = new FinishTimes(2, done -> {});
    finishTimes.done(0);
    finishTimes.done(0);

    assertThatThrownBy(() -> finishTimes.await(2)).hasMessageContaining("job 0 was done twice");
  }

  @Test
  void a_contender_that_gives_up_fails_the_run() {
    var finishTimes = new FinishTimes(1, done -> {});
    finishTimes.failed(new IllegalStateException("the process has ended"));

    assertThatThrownBy(() -> finishTimes.await(1)).hasMessageContaining("the process has ended");
  }

  @Test
  void a_warm_up_is_given_up_after_its_time_and_says_how_far_it_came() {
    var finishTimes = new FinishTimes(2, done -> {});
    finishTimes.done(1, 70);

    assertThat(finishTimes.await(2, Duration.ofMillis(1))).isEqualTo(1);
    assertThat(finishTimes.first()).isEqualTo(70);
  }

  @Test
  void who_is_too_slow_for_the_whole_backlog_gets_fewer_thousands() {
    var plan = new PeerPlan(20_000, 3, 20_000, 10, 20, 6);

    assertThat(plan.backlog(5_000)).isEqualTo(20_000);
    assertThat(plan.backlog(420)).isEqualTo(8_000);
    assertThat(plan.backlog(3)).isEqualTo(1_000);
    assertThat(new PeerPlan(60, 1, 60, 10, 20, 0).backlog(3)).isEqualTo(60);
  }

  @Test
  void a_server_is_warmed_up_by_what_was_done_before_but_not_for_longer_than_that_takes() {
    var plan = new PeerPlan(20_000, 3, 20_000, 10, 20, 6);

    assertThat(plan.serverWarmUp(300, 500)).isEqualTo(300);
    assertThat(plan.serverWarmUp(50_000, 500)).isEqualTo(5_000);
    assertThat(plan.serverWarmUp(50_000, 0)).isZero();
  }
}
