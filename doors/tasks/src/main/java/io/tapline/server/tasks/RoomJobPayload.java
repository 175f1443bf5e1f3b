package io.tapline.server.tasks;

import io.tapline.api.JobName;
import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;

/** The payload of executors that process all tasks of a room, or those of one job. */
final class RoomJobPayload {

  static final JsonNode SCHEMA =
      Json.parse(
          """
          {"type": "object",
           "properties": {"job": {"type": "string", "pattern": "^[^:]+:[^:]+:.+$"}},
           "additionalProperties": false}
          """);

  private RoomJobPayload() {}

  /** Null for all jobs. */
  static JobName of(InternalTask task) {
    var job = task.payload().path("job");
    return job.isString() ? JobName.parse(job.stringValue()).orElse(null) : null;
  }
}
