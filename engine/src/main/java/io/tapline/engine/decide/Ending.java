package io.tapline.engine.decide;

import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Failure;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.LeaseStatus;
import io.tapline.engine.model.RecordStatus;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** How leases and attempts end: one row per cause. */
public enum Ending {
  COMPLETED(LeaseStatus.COMPLETED, RecordStatus.SUCCEEDED, false, "COMPLETED"),
  DISPATCHED(LeaseStatus.COMPLETED, RecordStatus.SUCCEEDED, false, "DISPATCHED"),
  FAILED_RETRYABLE(LeaseStatus.RELEASED, RecordStatus.FAILED_RETRYABLE, true, "FAILED_RETRYABLE"),
  FAILED_TERMINAL(LeaseStatus.RELEASED, RecordStatus.FAILED_TERMINAL, true, "FAILED_TERMINAL"),
  FAILED_INTO_HOLD(LeaseStatus.CANCELED, RecordStatus.CANCELED, false, "BUSINESS_RULE_HOLD"),
  FAILED_INTO_CANCEL(LeaseStatus.CANCELED, RecordStatus.CANCELED, false, "OPERATOR_CANCELED"),
  RELEASED(LeaseStatus.RELEASED, RecordStatus.CANCELED, false, "RELEASED_BY_WORKER"),
  HELD(LeaseStatus.CANCELED, RecordStatus.CANCELED, false, "HELD"),
  CANCELED(LeaseStatus.CANCELED, RecordStatus.CANCELED, false, "CANCELED"),
  LAPSED(LeaseStatus.EXPIRED, RecordStatus.EXPIRED, true, "HEARTBEAT_TIMEOUT"),
  FORCED(LeaseStatus.EXPIRED, RecordStatus.EXPIRED, true, "FORCED"),
  ABANDONED(LeaseStatus.ABANDONED, RecordStatus.EXPIRED, true, "WORKER_REPLACED");

  private final LeaseStatus lease;
  private final RecordStatus record;
  private final boolean spendsAttempt;
  private final String releaseReason;

  Ending(LeaseStatus lease, RecordStatus record, boolean spendsAttempt, String releaseReason) {
    this.lease = lease;
    this.record = record;
    this.spendsAttempt = spendsAttempt;
    this.releaseReason = releaseReason;
  }

  public LeaseStatus leaseStatus() {
    return lease;
  }

  public RecordStatus recordStatus() {
    return record;
  }

  public boolean spendsAttempt() {
    return spendsAttempt;
  }

  public String releaseReason() {
    return releaseReason;
  }

  /** Counts the attempt on the subject, if this cause spends one. */
  Envelope.Draft count(Envelope.Draft draft) {
    return spendsAttempt ? draft.spendAttempt() : draft;
  }

  /** Ends the lease and closes its record, once the change has its new envelope. */
  Change end(
      Change change,
      Lease held,
      ExecutionRecord attempt,
      Failure failure,
      JsonNode result,
      Instant now) {
    return change
        .lease(held.with(held.terms().ended(lease, releaseReason, now)))
        .close(
            attempt.with(attempt.attempt().finished(record, change.after(), failure, result, now)));
  }
}
