package io.tapline.engine.read.task;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * A piece of work as the tasks API shows it. Its clients read every id as a UUID; {@link
 * io.tapline.tapdb.EuidUuid} says which.
 *
 * @param roomId where it was submitted
 * @param cancelRequested its worker is asked to stop
 * @param workerId whose lease it is or was under
 * @param queuePosition 1 for the next task of its job; null unless it is pending
 * @param euid what every other door calls it
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
   * @param workerEuid the worker that has or had it, or null
   * @param submittedBy the principal that submitted it
   * @param workerOwner the principal whose worker has or had it
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
