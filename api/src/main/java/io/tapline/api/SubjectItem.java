package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * A job in a list, in any state.
 *
 * @param noun the word for the job; null: "job"
 * @param why "visible" if the job is visible in its queue, otherwise the code of the first reason,
 *     or "diagnostics_off" if its queue has diagnostics disabled
 * @param queueReadyTimestamp the time from which the job may be claimed
 * @param queueResidenceSeconds time since then; null if it is in the future or the job has ended
 * @param leaseEuid the active lease, if there is one
 * @param lastErrorClass error class of the last attempt; null without a failure
 * @param lastError error message of that attempt
 */
@RecordBuilder
public record SubjectItem(
    String subjectEuid,
    String subjectName,
    String templateCode,
    @JsonInclude(JsonInclude.Include.NON_NULL) Noun noun,
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

  /** Value of {@code why} for a job that is visible in its queue. */
  public static final String VISIBLE = "visible";

  /** Value of {@code why} for a job that is not visible in a queue with diagnostics disabled. */
  public static final String DIAGNOSTICS_OFF = "diagnostics_off";
}
