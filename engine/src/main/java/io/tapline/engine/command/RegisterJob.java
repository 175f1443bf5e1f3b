package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.JobName;
import tools.jackson.databind.JsonNode;

/**
 * A worker registers a job that it can execute. The first registration creates the job and its
 * queue.
 *
 * @param workerEuid null for a job that the server executes
 * @param leaseTtlSeconds the lease duration of a new queue
 * @param replaceSchema whether an existing job takes the new schema
 */
public record RegisterJob(
    RequestMeta meta,
    String roomId,
    String category,
    String name,
    JsonNode schema,
    String workerEuid,
    Integer leaseTtlSeconds,
    boolean replaceSchema)
    implements JobCommand {

  @Override
  public ActionKey action() {
    return ActionKey.REGISTER_JOB;
  }

  public JobName job() {
    return new JobName(roomId, category, name);
  }

  @Override
  public String queueKey() {
    return job().queueKey();
  }

  public static RegisterJob read(RequestFields f, RequestMeta meta) {
    return new RegisterJob(
        meta,
        f.text("room_id"),
        f.text("category"),
        f.text("name"),
        f.json("schema"),
        f.text("worker_euid"),
        f.integer("lease_ttl_seconds"),
        f.isTrue("replace_schema"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("room_id", roomId, Limits.NAME)
        .required("category", category, Limits.NAME)
        .required("name", name, Limits.NAME)
        .that(schema != null && schema.isObject(), "schema", "is not a JSON object")
        .json("schema", schema, Limits.PAYLOAD_BYTES)
        .text("worker_euid", workerEuid, Limits.KEY)
        .range("lease_ttl_seconds", leaseTtlSeconds, 1, Limits.LEASE_TTL_SECONDS);
    if (c.first() == null) {
      c.that(
          queueKey().length() <= Limits.KEY, "name", "is too long together with room and category");
    }
  }
}
