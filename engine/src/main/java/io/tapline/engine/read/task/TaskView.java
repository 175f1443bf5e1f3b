package io.tapline.engine.read.task;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * A job as the tasks API shows it. Its clients read ids as UUIDs, which {@link
 * io.tapline.tapdb.EuidUuid} derives.
 *
 * @param roomId the room of the submission
 * @param cancelRequested whether the worker is asked to stop
 * @param workerId the worker of the newest lease
 * @param queuePosition 1 for the next task of its job; null unless it is pending
 * @param euid the id in all other APIs
 */
@RecordBuilder
public record TaskView(
    UUID id,
    String jobName,
    String roomId,
    String status,
    boolean cancelRequested,
    Instant createdAt,
    Instant startedAt,
    Instant completedAt,
    UUID workerId,
    String error,
    JsonNode payload,
    Long queuePosition,
    String euid,
    @JsonIgnore TaskInternals behind) {

  /**
   * The objects behind the task, for the commands that change it.
   *
   * @param workerEuid the worker of the newest lease, or null
   * @param submittedBy the principal that submitted it
   * @param workerOwner the principal that owns the worker
   */
  public record TaskInternals(
      String queueKey,
      long revision,
      String leaseEuid,
      String workerEuid,
      String submittedBy,
      String workerOwner) {}

  public boolean ended() {
    return completedAt != null;
  }
}
