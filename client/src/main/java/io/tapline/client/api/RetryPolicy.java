package io.tapline.client.api;

/** The retry delays of a queue. */
public record RetryPolicy(
    String mode,
    Double initialDelaySeconds,
    Double backoffFactor,
    Double maxDelaySeconds,
    Double jitterFraction) {

  /** Exponential delays from the initial one to the maximum. */
  public static RetryPolicy exponential(double initialSeconds, double factor, double mostSeconds) {
    return new RetryPolicy(null, initialSeconds, factor, mostSeconds, null);
  }
}
