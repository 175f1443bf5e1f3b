package io.tapline.engine.testkit;

import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.ReasonCode;
import io.tapline.engine.read.evidence.SubjectHistory;
import io.tapline.engine.read.subject.SubjectView;
import java.util.ArrayList;
import java.util.List;

/**
 * What must be true of a subject now. Each failure tells what it is instead, and what happened to
 * it so far.
 */
public final class SubjectAssert {

  private final String subjectEuid;
  private final SubjectView view;
  private final SubjectHistory history;

  SubjectAssert(TestTenant tenant, String subjectEuid) {
    this.subjectEuid = subjectEuid;
    this.view = tenant.subject(subjectEuid);
    this.history = tenant.engine().reads().history().historyOf(tenant.tenantId(), subjectEuid);
  }

  public SubjectAssert isIn(ExecutionState state) {
    return same("state", state, view.execution().state());
  }

  public SubjectAssert isCompleted() {
    return isIn(ExecutionState.COMPLETED);
  }

  public SubjectAssert isInQueue(String queueKey) {
    return same("queue", queueKey, view.execution().nextQueueKey());
  }

  /** A worker could claim it now. */
  public SubjectAssert isClaimable() {
    return same("reasons to wait", List.of(), reasons());
  }

  /** It waits, and this is among the reasons. */
  public SubjectAssert waitsBecause(ReasonCode reason) {
    return check(reasons().contains(reason), "reasons to wait with " + reason, reasons());
  }

  public SubjectAssert isDeadLettered() {
    return check(view.deadLetter() != null, "an open dead letter", "none");
  }

  /** How many attempts count against its limit: failures and lapses, since the last requeue. */
  public SubjectAssert hasSpentAttempts(int count) {
    return same("spent attempts", count, view.execution().attemptCount());
  }

  /** How each attempt ended, oldest first; STARTED is one that has not. */
  public SubjectAssert hasAttempts(RecordStatus... statuses) {
    return same("attempts", List.of(statuses), attempts());
  }

  /** Every event so far, in order; without renewals and heartbeats, which are kept elsewhere. */
  public SubjectAssert hasEvents(EventType... types) {
    return same("events", List.of(types), events());
  }

  public SubjectAssert hasEvent(EventType type) {
    return check(events().contains(type), "an event " + type, events());
  }

  private List<ReasonCode> reasons() {
    return view.diagnostics().reasons().stream()
        .map(reason -> reason.code())
        // Whether any worker is online is not about the subject.
        .filter(
            code -> code != ReasonCode.CAPABILITY_MISMATCH && code != ReasonCode.WORKER_UNAVAILABLE)
        .toList();
  }

  private List<RecordStatus> attempts() {
    return history.records().stream()
        .filter(record -> record.hasNonNull("lease_lookup_euid"))
        .map(record -> RecordStatus.valueOf(record.path("status").asString()))
        .toList();
  }

  private List<EventType> events() {
    var types = new ArrayList<EventType>();
    for (var action : history.actions()) {
      action
          .path("events")
          .forEach(event -> types.add(EventType.of(event.path("type").asString())));
    }
    return types;
  }

  private SubjectAssert same(String what, Object expected, Object actual) {
    return check(expected.equals(actual), what + " " + expected, actual);
  }

  private SubjectAssert check(boolean holds, String expected, Object actual) {
    if (!holds) {
      throw new AssertionError(
          "subject %s: expected %s, but found %s; it is %s after %s"
              .formatted(subjectEuid, expected, actual, view.execution().state(), events()));
    }
    return this;
  }
}
