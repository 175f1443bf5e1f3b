package io.tapline.engine.model;

import io.tapline.api.JobName;
import tools.jackson.databind.JsonNode;

/**
 * The content of a job registration. The policy of its queue defines how its tasks are queued.
 *
 * @param schema JSON Schema of the submissions
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
