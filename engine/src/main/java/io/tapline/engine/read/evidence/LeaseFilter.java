package io.tapline.engine.read.evidence;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.engine.read.base.QueueAudience;

/**
 * Which leases to list; null means all.
 *
 * @param state the state that the subject is in now
 * @param audience only of queues that are listed to them, as their figures count leases
 * @param site of the subject; so are the platform and the assay
 */
@RecordBuilder
public record LeaseFilter(
    LeaseStatus status,
    String queueKey,
    String workerEuid,
    QueueAudience audience,
    ExecutionState state,
    String site,
    String platform,
    String assay) {

  public static LeaseFilter of(LeaseStatus status, String queueKey, String workerEuid) {
    return LeaseFilterBuilder.builder()
        .status(status)
        .queueKey(queueKey)
        .workerEuid(workerEuid)
        .build();
  }

  /** Something is asked of the subject. */
  boolean narrowed() {
    return state != null || site != null || platform != null || assay != null;
  }
}
