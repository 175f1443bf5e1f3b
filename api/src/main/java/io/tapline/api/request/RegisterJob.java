package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.JobName;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
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
    @WireField(required = true, length = Limits.NAME, about = "the room") String roomId,
    @WireField(required = true, length = Limits.NAME, about = "one of those that the server allows")
        String category,
    @WireField(required = true, length = Limits.NAME, about = "within its room and category")
        String name,
    @WireField(
            required = true,
            otherwise = "is not a JSON object",
            bytes = Limits.PAYLOAD_BYTES,
            object = true,
            about = "the schema of the payload")
        JsonNode schema,
    @WireField(length = Limits.KEY, about = "absent: the server executes it") String workerEuid,
    @CommonFields.LeaseTtl Integer leaseTtlSeconds,
    @WireField(about = "whether an existing job takes the new schema") boolean replaceSchema)
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

  @Override
  public void check(Faults faults) {
    faults.that(
        !faults.isEmpty() || queueKey().length() <= Limits.KEY,
        "name",
        "is too long together with room and category");
  }
}
