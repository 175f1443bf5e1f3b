package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.engine.command.Limits;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.WordList;
import io.tapline.engine.model.Worker;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What every job says, whichever door it comes by, and who executes it. {@code
 * migration/V6__sql_door.sql} has the same rule in SQL.
 */
public final class JobRule {

  /** Makes jobs and workflows, and executes none. */
  public static final String GENERATOR = "MOT";

  public static final List<String> CLASSIFICATIONS = List.of("safe_metadata", "restricted");

  /** What a job cannot do without. */
  private static final List<String> REQUIRED = List.of("domain", "executor", "source_system");

  private JobRule() {}

  /** A kind is served by its executor, which is never the generator. */
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
            "jobs of kind " + policy.queueKey() + " are executed by " + executor + "; keep it");
  }

  /** A worker that says it is the generator claims nothing, whatever else it says it can. */
  static Refusal executes(Worker worker) {
    return worker.profile().capabilities().contains(GENERATOR)
        ? Refusal.of(
            Code.CAPABILITY_MISMATCH,
            "worker "
                + worker.euid()
                + " has the capability "
                + GENERATOR
                + ", which generates work and executes none; register it without")
        : null;
  }

  /** New work of a kind says its domain, its executor and the system that asks. */
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
            "jobs of kind "
                + queue.key()
                + " are executed by "
                + queue.policy().executor()
                + ", not by "
                + executor);
  }

  /**
   * The same for work that comes from another queue: its executor is the new kind's from now on.
   */
  static Refusal fields(Queue queue, JsonNode properties) {
    if (queue.policy().executor() == null) {
      return null;
    }
    var job = properties == null ? null : properties.get(SubscriptionMatching.JOB);
    if (job == null || !job.isObject()) {
      return new Refusal(
          Code.VALIDATION_FAILED,
          "properties.job: is required: a job of kind "
              + queue.key()
              + " says its "
              + String.join(", ", REQUIRED)
              + " there",
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
              + " characters; leave it out to be named yourself");
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
