package io.tapline.engine.read;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * A piece of work as the tasks API shows it.
 *
 * @param roomId where it was submitted
 * @param workerId whose lease it is or was under
 * @param queuePosition 1 for the next task of its job; null unless it is pending
 */
public record TaskView(
    String id,
    String jobName,
    String roomId,
    String status,
    Instant createdAt,
    Instant startedAt,
    Instant completedAt,
    String workerId,
    String error,
    JsonNode payload,
    Long queuePosition,
    @JsonIgnore Behind behind) {

  /**
   * What stands behind it, for whoever wants to change it.
   *
   * @param submittedBy the principal that submitted it
   * @param workerOwner the principal whose worker has or had it
   */
  public record Behind(
      String queueKey, long revision, String leaseEuid, String submittedBy, String workerOwner) {}

  public boolean ended() {
    return completedAt != null;
  }
}
