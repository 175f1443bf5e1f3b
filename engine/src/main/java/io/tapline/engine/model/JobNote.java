package io.tapline.engine.model;

import tools.jackson.databind.JsonNode;

/**
 * What a registered job says of itself. How its work is queued is its queue's to say.
 *
 * @param schema JSON Schema of what may be submitted
 */
public record JobNote(
    String queueKey,
    String roomId,
    String category,
    String name,
    JsonNode schema,
    JobStatus status,
    long revision) {

  public JobName jobName() {
    return new JobName(roomId, category, name);
  }

  public JobNote with(JsonNode newSchema, JobStatus newStatus) {
    return new JobNote(queueKey, roomId, category, name, newSchema, newStatus, revision + 1);
  }
}
