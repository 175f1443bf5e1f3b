package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.Refusal;
import io.tapline.api.RequestForm;
import io.tapline.api.WordList;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Required fields of a job and the rules of its executor, for every API. {@code
 * migration/V14__many_in_one_transaction.sql} contains the same rule in SQL.
 */
public final class JobRule {

  /** The generator creates jobs and workflows and executes none. */
  public static final String GENERATOR = "MOT";

  /** The permitted words of {@code payload_classification}. */
  public enum Classification {
    safe_metadata,
    restricted
  }

  public static final List<String> CLASSIFICATIONS = RequestForm.names(Classification.class);

  private static final List<String> REQUIRED = List.of("domain", "executor", "source_system");

  private JobRule() {}

  /** The executor of a job kind must be a required capability, and it is never the generator. */
  static Refusal kind(QueuePolicy policy) {
    var executor = policy.executor();
    if (executor == null) {
      return null;
    }
    if (executor.equals(GENERATOR)) {
      return Refusal.invalid("executor", GENERATOR + " generates work and executes none");
    }
    return policy.requiredWorkerCapabilities().contains(executor)
        ? null
        : Refusal.invalid(
            "required_worker_capabilities",
            "jobs of kind %s are executed by %s; it cannot be retired"
                .formatted(policy.queueKey(), executor));
  }

  /**
   * A new job names its domain, its executor and its source system; the executor is the one of the
   * kind.
   */
  static Refusal complete(Queue queue, JsonNode properties) {
    var refusal = fields(queue, properties);
    if (refusal != null || queue.policy().executor() == null) {
      return refusal;
    }
    var executor = properties.path(SubscriptionMatching.JOB).path("executor").asString();
    return executor.equals(queue.policy().executor())
        ? null
        : fault(
            "executor",
            "jobs of kind %s are executed by %s, not by %s"
                .formatted(queue.key(), queue.policy().executor(), executor));
  }

  /**
   * Checks a job that comes from another queue. Its executor may differ, because the new kind
   * determines it from now on.
   */
  static Refusal fields(Queue queue, JsonNode properties) {
    if (queue.policy().executor() == null) {
      return null;
    }
    var job = properties == null ? null : properties.get(SubscriptionMatching.JOB);
    if (job == null || !job.isObject()) {
      return new Refusal(
          Code.VALIDATION_FAILED,
          "properties.job: is required: a job of kind %s says its %s there"
              .formatted(queue.key(), String.join(", ", REQUIRED)),
          "properties.job");
    }
    for (var name : REQUIRED) {
      var value = job.get(name);
      if (value == null || !value.isString() || value.stringValue().isBlank()) {
        return fault(name, "is required");
      }
      if (value.stringValue().length() > Limits.NAME) {
        return fault(name, "is longer than " + Limits.NAME + " characters");
      }
    }
    // Without the field the caller is meant; a principal that is named must have a name.
    var behalf = job.get("enqueued_by");
    if (behalf != null
        && (!behalf.isString()
            || behalf.stringValue().isBlank()
            || behalf.stringValue().length() > Limits.NAME)) {
      return fault(
          "enqueued_by",
          "is not a name of at most "
              + Limits.NAME
              + " characters; omit it to use the name of the caller");
    }
    var classification = job.get("payload_classification");
    return classification == null
            || classification.isString() && CLASSIFICATIONS.contains(classification.stringValue())
        ? null
        : fault("payload_classification", "is not one of " + WordList.and(CLASSIFICATIONS));
  }

  private static Refusal fault(String name, String message) {
    return Refusal.invalid("properties.job." + name, message);
  }
}
