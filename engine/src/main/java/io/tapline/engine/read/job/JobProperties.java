package io.tapline.engine.read.job;

import io.tapline.engine.model.Queue;
import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a piece of work came with, read as a job's fields, whichever door it came by.
 *
 * @param job its own fields as a job; empty when it came by a door that knows none
 * @param others the properties beside them
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
   * The kind's own, where it has one: routed on, it is executed by another than it came for. A
   * plain queue that asks for one capability is executed by who has it.
   */
  String executor(Queue queue) {
    if (queue != null && queue.policy().executor() != null) {
      return queue.policy().executor();
    }
    var said = text("executor");
    return said != null || queue == null || queue.policy().requiredWorkerCapabilities().size() != 1
        ? said
        : queue.policy().requiredWorkerCapabilities().get(0);
  }

  /** Its signals; or else whatever it came with. */
  JsonNode payload() {
    return job.has("safe_payload") ? job.get("safe_payload") : others;
  }
}
