package io.tapline.client.api;

/** How long a retry waits. */
public record RetryPolicy(
    String mode,
    Double initialDelaySeconds,
    Double backoffFactor,
    Double maxDelaySeconds,
    Double jitterFraction) {

  /** Exponential, from the first wait to the longest. */
  public static RetryPolicy exponential(double initialSeconds, double factor, double mostSeconds) {
    return new RetryPolicy(null, initialSeconds, factor, mostSeconds, null);
  }
}
