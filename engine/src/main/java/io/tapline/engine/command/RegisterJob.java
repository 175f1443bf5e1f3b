package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.JobName;
import tools.jackson.databind.JsonNode;

/**
 * A worker says that it can do a job. The first makes the job and its queue.
 *
 * @param workerEuid null for a job that the server itself does
 * @param leaseTtlSeconds of a new queue
 * @param replaceSchema a job that is there takes the new schema
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
}
