package io.tapline.server.grpc;

import io.tapline.grpc.keda.ScaledObjectRef;
import io.tapline.server.http.ProblemException;

/**
 * What a trigger of KEDA's says about what it scales by. The keys that are KEDA's own, such as the
 * address, come along and are not looked at.
 *
 * @param queueKey whose depth counts
 * @param target how much work one worker is meant to have
 * @param token who asks; null when the call itself says so
 */
record ScalerRequest(String queueKey, double target, String token) {

  /** KEDA makes whole numbers of it that Kubernetes has to be able to count with. */
  static final double MOST_TARGET = 1_000_000;

  /** No secret in any log. */
  @Override
  public String toString() {
    return "queue " + queueKey + ", target " + target;
  }

  static ScalerRequest of(ScaledObjectRef trigger) {
    return new ScalerRequest(
        required(trigger, "queue", "the key of the queue to look at"),
        target(trigger),
        token(trigger));
  }

  /** Known without all else being right, so that a stranger learns nothing. */
  static String token(ScaledObjectRef trigger) {
    var token = trigger.getScalerMetadataOrDefault("tokenFromEnv", "");
    return token.isEmpty() ? emptyToNull(trigger.getScalerMetadataOrDefault("token", "")) : token;
  }

  private static double target(ScaledObjectRef trigger) {
    var text = required(trigger, "target", "how much work one worker is meant to have");
    double target;
    try {
      target = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      target = Double.NaN;
    }
    if (!(target > 0 && target <= MOST_TARGET)) {
      throw ProblemException.invalid(
          "target", "is to be a number above 0 and at most 1000000, as \"10\"");
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
