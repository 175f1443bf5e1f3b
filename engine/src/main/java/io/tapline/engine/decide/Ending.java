package io.tapline.engine.decide;

import io.tapline.api.DeadLetterReason;
import io.tapline.api.ErrorClass;
import io.tapline.api.LeaseStatus;
import io.tapline.api.RecordStatus;
import io.tapline.engine.model.AttemptFailure;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.tapdb.TimeText;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Causes of the end of a lease and its attempt, with their effects: one row per cause. */
public enum Ending {
  COMPLETED(
      'C',
      LeaseStatus.COMPLETED,
      RecordStatus.SUCCEEDED,
      false,
      "COMPLETED",
      "the job was completed"),
  DISPATCHED(
      'D',
      LeaseStatus.COMPLETED,
      RecordStatus.SUCCEEDED,
      false,
      "DISPATCHED",
      "the job was dispatched to an external system"),
  FAILED_RETRYABLE(
      'R',
      LeaseStatus.RELEASED,
      RecordStatus.FAILED_RETRYABLE,
      true,
      "FAILED_RETRYABLE",
      "a failure was reported, and the job is retried"),
  FAILED_TERMINAL(
      'T',
      LeaseStatus.RELEASED,
      RecordStatus.FAILED_TERMINAL,
      true,
      "FAILED_TERMINAL",
      "a permanent failure was reported"),
  OVERDUE(
      'O',
      LeaseStatus.RELEASED,
      RecordStatus.FAILED_TERMINAL,
      true,
      "DEADLINE_PASSED",
      "the deadline of the job passed"),
  DEAD_LETTERED(
      'L',
      LeaseStatus.RELEASED,
      RecordStatus.FAILED_TERMINAL,
      true,
      "DEAD_LETTERED",
      "an operator sent the job to the dead letters"),
  FAILED_INTO_HOLD(
      'B',
      LeaseStatus.CANCELED,
      RecordStatus.CANCELED,
      false,
      "BUSINESS_RULE_HOLD",
      "a failure was reported that holds the job"),
  FAILED_INTO_CANCEL(
      'N',
      LeaseStatus.CANCELED,
      RecordStatus.CANCELED,
      false,
      "OPERATOR_CANCELED",
      "the worker reported the cancellation"),
  RELEASED(
      'G',
      LeaseStatus.RELEASED,
      RecordStatus.CANCELED,
      false,
      "RELEASED_BY_WORKER",
      "the worker released it"),
  HELD('H', LeaseStatus.CANCELED, RecordStatus.CANCELED, false, "HELD", "the job was put on hold"),
  CANCELED(
      'X', LeaseStatus.CANCELED, RecordStatus.CANCELED, false, "CANCELED", "the job was cancelled"),
  LAPSED(
      'E',
      LeaseStatus.EXPIRED,
      RecordStatus.EXPIRED,
      true,
      "HEARTBEAT_TIMEOUT",
      "the worker did not renew it in time"),
  FORCED(
      'F',
      LeaseStatus.EXPIRED,
      RecordStatus.EXPIRED,
      true,
      "FORCED",
      "an administrator expired it"),
  ABANDONED(
      'P',
      LeaseStatus.ABANDONED,
      RecordStatus.EXPIRED,
      true,
      "WORKER_REPLACED",
      "the worker registered as a new process"),
  RETIRED(
      'W',
      LeaseStatus.ABANDONED,
      RecordStatus.EXPIRED,
      true,
      "WORKER_RETIRED",
      "the worker was retired");

  private static final Map<String, Ending> BY_RELEASE_REASON =
      Arrays.stream(values()).collect(Collectors.toMap(Ending::releaseReason, ending -> ending));

  private final char code;
  private final LeaseStatus lease;
  private final RecordStatus record;
  private final boolean spendsAttempt;
  private final String releaseReason;
  private final String words;

  Ending(
      char code,
      LeaseStatus lease,
      RecordStatus record,
      boolean spendsAttempt,
      String releaseReason,
      String words) {
    this.code = code;
    this.lease = lease;
    this.record = record;
    this.spendsAttempt = spendsAttempt;
    this.releaseReason = releaseReason;
    this.words = words;
  }

  /** The cause that an ended lease stores as its release reason. */
  public static Ending of(LeaseTerms ended) {
    return BY_RELEASE_REASON.get(ended.releaseReason());
  }

  /** A lapsed lease ended at its expiry, before any request settled it. */
  Instant instant(LeaseTerms lease, Instant now) {
    return this == LAPSED ? lease.expiresAt() : now;
  }

  /**
   * The failure of an attempt that ended without a report of its worker.
   *
   * @param at end of the lease
   */
  AttemptFailure failure(Instant at) {
    boolean lapsed = this == LAPSED;
    return new AttemptFailure(
        ErrorClass.TRANSIENT_SYSTEM,
        lapsed ? "LEASE_EXPIRED" : releaseReason,
        lapsed ? lapseMessage(at) : "the lease ended at " + TimeText.of(at) + ": " + words,
        lapsed
            ? DeadLetterReason.TIMEOUT
            : this == ABANDONED
                ? DeadLetterReason.INFRASTRUCTURE_FAILURE
                : DeadLetterReason.EXHAUSTED_RETRIES,
        "exec");
  }

  /** The error of an attempt whose lease lapsed, whether settled or not. */
  public static String lapseMessage(Instant at) {
    return "the lease lapsed at " + TimeText.of(at) + ": " + LAPSED.words;
  }

  /** The cause shown in refusals. */
  public String words() {
    return words;
  }

  /** In the store, for all of the statuses and the reason (V2__objects.sql, ending_words). */
  public char code() {
    return code;
  }

  public LeaseStatus leaseStatus() {
    return lease;
  }

  public RecordStatus recordStatus() {
    return record;
  }

  /**
   * Whether a report of the worker ended the lease. Every other cause takes the lease from the
   * worker.
   */
  public boolean byWorker() {
    return switch (this) {
      case COMPLETED,
          DISPATCHED,
          FAILED_RETRYABLE,
          FAILED_TERMINAL,
          FAILED_INTO_HOLD,
          FAILED_INTO_CANCEL,
          RELEASED ->
          true;
      case OVERDUE, DEAD_LETTERED, HELD, CANCELED, LAPSED, FORCED, ABANDONED, RETIRED -> false;
    };
  }

  /** The release reasons of leases that a worker ended by a report. */
  public static List<String> reasonsOfWorkers() {
    return Arrays.stream(values()).filter(Ending::byWorker).map(Ending::releaseReason).toList();
  }

  public boolean spendsAttempt() {
    return spendsAttempt;
  }

  public String releaseReason() {
    return releaseReason;
  }

  /** Counts the attempt if this cause spends one. */
  Envelope.Draft count(Envelope.Draft draft) {
    return spendsAttempt ? draft.spendAttempt() : draft;
  }

  /** Ends the lease and closes its record. The change must already contain the new envelope. */
  SubjectChange end(
      SubjectChange change,
      Lease held,
      ExecutionRecord attempt,
      AttemptFailure failure,
      JsonNode result,
      Instant now) {
    return change
        .lease(held.with(held.terms().ended(lease, releaseReason, now)))
        .close(
            attempt.with(attempt.attempt().finished(record, change.after(), failure, result, now)));
  }
}
