package io.tapline.engine.read.evidence;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.engine.read.base.QueueAudience;

/**
 * A filter for leases; a null selects all.
 *
 * @param state the current state of the job
 * @param audience selects the queues listed for this audience, as their figures count leases
 * @param site the site of the job; platform and assay likewise
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

  /** Whether the filter has a condition on the job. */
  boolean narrowed() {
    return state != null || site != null || platform != null || assay != null;
  }
}
