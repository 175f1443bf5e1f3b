package io.tapline.client.api;

/** How long a retry waits. */
public record RetryPolicy(
    String mode,
    Long initialDelaySeconds,
    Double backoffFactor,
    Long maxDelaySeconds,
    Double jitterFraction) {

  /** Exponential, from the first wait to the longest. */
  public static RetryPolicy exponential(long initialSeconds, double factor, long mostSeconds) {
    return new RetryPolicy(null, initialSeconds, factor, mostSeconds, null);
  }
}
