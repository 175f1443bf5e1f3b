package io.tapline.server.grpc;

import io.tapline.grpc.keda.ScaledObjectRef;
import io.tapline.server.http.ProblemException;

/**
 * The metadata of a KEDA trigger. Keys of KEDA itself, such as the address, are ignored.
 *
 * @param queueKey the queue whose depth counts
 * @param target intended number of jobs for one worker
 * @param token the caller's token; null when the call itself carries a credential
 */
record ScalerRequest(String queueKey, double target, String token) {

  /** KEDA converts it to an integer quantity of Kubernetes. */
  static final double MOST_TARGET = 1_000_000;

  /** Keeps the token out of logs. */
  @Override
  public String toString() {
    return "queue " + queueKey + ", target " + target;
  }

  static ScalerRequest of(ScaledObjectRef trigger) {
    return new ScalerRequest(
        required(trigger, "queue", "the key of the queue"), target(trigger), token(trigger));
  }

  /** Read before the other fields are checked, so that an unauthenticated client learns nothing. */
  static String token(ScaledObjectRef trigger) {
    var token = trigger.getScalerMetadataOrDefault("tokenFromEnv", "");
    return token.isEmpty() ? emptyToNull(trigger.getScalerMetadataOrDefault("token", "")) : token;
  }

  private static double target(ScaledObjectRef trigger) {
    var text = required(trigger, "target", "the number of jobs per worker");
    double target;
    try {
      target = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      target = Double.NaN;
    }
    if (!(target > 0 && target <= MOST_TARGET)) {
      throw ProblemException.invalid(
          "target", "must be a number above 0 and at most 1000000, as \"10\"");
    }
    return target;
  }

  private static String required(ScaledObjectRef trigger, String key, String what) {
    var value = trigger.getScalerMetadataOrDefault(key, "");
    if (value.isBlank()) {
      throw ProblemException.invalid(key, "is missing in the metadata of the trigger: " + what);
    }
    return value;
  }

  private static String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
