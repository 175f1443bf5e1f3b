package io.tapline.server.longpoll;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.server.base.FairShare;
import io.tapline.testkit.engine.ScratchEngine;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One tenant cannot take all the seats of requests that wait. */
class WaitingRequestsTest {

  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int SEATS = 100;

  @Test
  void one_tenant_gets_half_of_the_seats_and_another_still_finds_one() {
    try (var test = new ScratchEngine();
        var waitScheduler = new WaitScheduler(new BackgroundFailures(), new FairShare(12))) {
      long never = Duration.ofDays(1).toMillis();
      var seats = new FairShare(SEATS);
      var waits = new TaskWaits(test.engine(), waitScheduler, never, seats);
      int taken = 0;
      for (int i = 0; i < SEATS; i++) {
        taken += waits.admit(1, "Z-EX-1", LONG).isDone() ? 0 : 1;
      }
      assertThat(taken).isEqualTo(SEATS / 2);
      assertThat(waits.admit(2, "Z-EX-1", LONG)).isNotDone();
      waits.close();
      assertThat(seats.held()).as("returned when nobody waits any more").isZero();
    }
  }
}
