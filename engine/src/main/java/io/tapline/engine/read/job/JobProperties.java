package io.tapline.engine.read.job;

import io.tapline.engine.model.Queue;
import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The properties of a job as fields of the jobs API, whichever API created it.
 *
 * @param job the job fields; empty when another API created it
 * @param others the other properties
 */
record JobProperties(JsonNode job, JsonNode others) {

  static final String SAFE_METADATA = "safe_metadata";

  static JobProperties of(JsonNode properties) {
    if (properties == null || !properties.isObject()) {
      return new JobProperties(Json.object(), Json.object());
    }
    var job = properties.path(SubstrateReads.PROPERTY);
    if (!job.isObject()) {
      return new JobProperties(Json.object(), properties);
    }
    var others = (ObjectNode) properties.deepCopy();
    others.remove(SubstrateReads.PROPERTY);
    return new JobProperties(job, others);
  }

  String text(String name) {
    var value = job.get(name);
    return value != null && value.isString() ? value.stringValue() : null;
  }

  /**
   * The executor of the current kind takes precedence, because a routed job changes its executor.
   * For a plain queue with one required capability, that capability is the executor.
   */
  String executor(Queue queue) {
    if (queue != null && queue.policy().executor() != null) {
      return queue.policy().executor();
    }
    var named = text("executor");
    return named != null || queue == null || queue.policy().requiredWorkerCapabilities().size() != 1
        ? named
        : queue.policy().requiredWorkerCapabilities().get(0);
  }

  /** The signals; else all properties. */
  JsonNode payload() {
    return job.has("safe_payload") ? job.get("safe_payload") : others;
  }
}
