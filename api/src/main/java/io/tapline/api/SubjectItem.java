package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * A subject in a list, whatever its state.
 *
 * @param why "visible" while it is in its queue, else the code of the first reason why it is not,
 *     or "diagnostics_off" where its queue tells none
 * @param queueReadyTimestamp since when, or from when on, it may be claimed
 * @param queueResidenceSeconds how long that is ago; null while it lies ahead, or has ended
 * @param leaseEuid the live lease on it, if there is one
 * @param lastErrorClass how its last attempt failed, if it did; null while none has
 * @param lastError what that attempt said
 */
@RecordBuilder
public record SubjectItem(
    String subjectEuid,
    String subjectName,
    String templateCode,
    ExecutionState state,
    String why,
    String nextQueueKey,
    String nextActionKey,
    int priority,
    Instant readyAt,
    Instant dueAt,
    Instant retryAt,
    int attemptCount,
    Instant createdAt,
    Instant queueReadyTimestamp,
    Double queueResidenceSeconds,
    String leaseEuid,
    String workerEuid,
    String workerName,
    Instant leaseExpiresAt,
    String holdReason,
    String correlationId,
    String site,
    String platform,
    String assay,
    String lastErrorClass,
    String lastError) {

  /** The word for a subject that is in its queue. */
  public static final String VISIBLE = "visible";

  /** Not in its queue, which tells no reasons. */
  public static final String DIAGNOSTICS_OFF = "diagnostics_off";
}
