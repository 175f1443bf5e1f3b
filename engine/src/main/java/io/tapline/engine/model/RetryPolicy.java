package io.tapline.engine.model;

import io.tapline.api.request.QueueFields.RetryFields;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * The retry delays of a queue: exponential and bounded, with jitter so that jobs that failed
 * together do not return together.
 *
 * @param initialDelaySeconds seconds, with fractions
 */
public record RetryPolicy(
    String mode,
    BigDecimal initialDelaySeconds,
    double backoffFactor,
    BigDecimal maxDelaySeconds,
    double jitterFraction) {

  public static final RetryPolicy DEFAULT =
      new RetryPolicy(
          RetryFields.EXPONENTIAL_BACKOFF,
          BigDecimal.valueOf(60),
          2.0,
          BigDecimal.valueOf(3600),
          0.2);

  /**
   * The delay after the n-th failed attempt.
   *
   * @param jitter a random number from -1 to 1
   */
  public Duration delay(int attempt, double jitter) {
    double exact =
        Math.min(
            initialDelaySeconds.doubleValue() * Math.pow(backoffFactor, Math.max(0, attempt - 1)),
            maxDelaySeconds.doubleValue());
    double spread = Math.max(0, exact * (1 + jitterFraction * jitter));
    return Duration.ofNanos(Math.round(spread * 1_000_000) * 1_000);
  }
}
