package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Limits;
import io.tapline.api.request.QueueFields.RetryFields;
import io.tapline.engine.model.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {

  private static final int RETRY_SECONDS = (int) Limits.RETRY_DELAY_SECONDS;

  private static final RetryPolicy NO_JITTER = policy(60, 2.0, 3600, 0);

  private static RetryPolicy policy(double initial, double factor, double max, double jitter) {
    return new RetryPolicy(
        RetryFields.EXPONENTIAL_BACKOFF,
        BigDecimal.valueOf(initial),
        factor,
        BigDecimal.valueOf(max),
        jitter);
  }

  @Test
  void a_wait_may_be_shorter_than_a_second() {
    var quick = policy(0.5, 2, 60, 0);
    assertThat(quick.delay(1, 0)).isEqualTo(Duration.ofMillis(500));
    assertThat(quick.delay(2, 0)).isEqualTo(Duration.ofSeconds(1));
    assertThat(quick.delay(20, 0)).isEqualTo(Duration.ofSeconds(60));
  }

  @ParameterizedTest
  @CsvSource({"1, 60", "2, 120", "3, 240", "6, 1920", "7, 3600", "8, 3600", "1000, 3600"})
  void the_wait_doubles_with_every_attempt_up_to_its_limit(int attempt, long seconds) {
    assertThat(NO_JITTER.delay(attempt, 1)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({"-1, 48", "0, 60", "1, 72"})
  void jitter_spreads_the_wait_by_its_fraction_both_ways(double jitter, long seconds) {
    assertThat(RetryPolicy.DEFAULT.delay(1, jitter)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void without_a_first_wait_there_is_none_however_many_attempts() {
    var none = policy(0, 100, 3600, 0.2);
    assertThat(none.delay(Limits.ATTEMPTS, 1)).isZero();
  }

  @Test
  void the_wait_is_never_negative_and_stays_within_its_jitter() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      int attempt = random.nextInt(Limits.ATTEMPTS + 1);
      // Many policies have no first wait, which is a case of its own.
      long initial = random.nextInt(8) == 0 ? 0 : random.nextInt(RETRY_SECONDS + 1);
      double factor = 1 + random.nextDouble() * (Limits.BACKOFF_FACTOR - 1);
      long max = random.nextInt(RETRY_SECONDS + 1);
      double fraction = random.nextDouble();
      double jitter = random.nextDouble() * 2 - 1;
      var policy = policy(initial, factor, max, fraction);
      // No wait stays none, although nothing times infinity is not a number.
      var exact =
          initial == 0 ? 0 : Math.min(initial * Math.pow(factor, Math.max(0, attempt - 1)), max);
      var delay = policy.delay(attempt, jitter);
      assertThat(delay.isNegative()).as("seed " + seed).isFalse();
      assertThat(delay.toNanos() / 1e9)
          .as("seed " + seed + ": " + policy + ", attempt " + attempt + ", jitter " + jitter)
          .isBetween(exact * (1 - fraction) - 1e-5, exact * (1 + fraction) + 1e-5);
      // Documents keep microseconds; a finer time would change on its way through the store.
      assertThat(delay.toNanos() % 1_000).as("seed " + seed).isZero();
    }
  }
}
