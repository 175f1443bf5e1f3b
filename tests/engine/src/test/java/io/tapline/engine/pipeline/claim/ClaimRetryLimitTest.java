package io.tapline.engine.pipeline.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapline.tapdb.StoreException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The duration of a claim's search for jobs that others have locked. */
class ClaimRetryLimitTest {

  @Test
  void who_has_looked_long_enough_gives_up_and_does_not_say_that_there_is_no_work() {
    var again = new ClaimRetryLimit(Duration.ZERO);
    int looks = 0;
    StoreException gaveUp = null;
    while (gaveUp == null) {
      gaveUp = catchThrowableOfType(StoreException.class, () -> again.orGiveUp("queue q"));
      looks++;
    }
    assertThat(looks).as("however slow each look was").isEqualTo(21);
    assertThat(gaveUp.isLockNotAvailable()).isTrue();
    assertThat(gaveUp).hasMessageContaining("there are jobs in queue q").hasMessageContaining("21");
  }

  @Test
  void an_interrupted_claim_gives_up_at_once() {
    var again = new ClaimRetryLimit();
    Thread.currentThread().interrupt();
    try {
      var gaveUp = catchThrowableOfType(StoreException.class, () -> again.orGiveUp("queue q"));
      assertThat(gaveUp.isLockNotAvailable()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
