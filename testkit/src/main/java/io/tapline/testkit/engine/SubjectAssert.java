package io.tapline.testkit.engine;

import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.engine.model.ReasonCode;
import io.tapline.engine.read.evidence.SubjectHistory;
import io.tapline.engine.read.subject.SubjectView;
import java.util.ArrayList;
import java.util.List;

/** Assertions on a job. A failure message contains the actual value and the history of the job. */
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

  /** A worker could claim the job now. */
  public SubjectAssert isClaimable() {
    return same("reasons to wait", List.of(), reasons());
  }

  /** The job waits, and this is one of the reasons. */
  public SubjectAssert waitsBecause(ReasonCode reason) {
    return check(reasons().contains(reason), "reasons to wait with " + reason, reasons());
  }

  public SubjectAssert isDeadLettered() {
    return check(view.deadLetter() != null, "an open dead letter", "none");
  }

  /** The attempts that count against the limit: failures and lapses since the last requeue. */
  public SubjectAssert hasSpentAttempts(int count) {
    return same("spent attempts", count, view.execution().attemptCount());
  }

  /** The status of each attempt, oldest first; STARTED is an open one. */
  public SubjectAssert hasAttempts(RecordStatus... statuses) {
    return same("attempts", List.of(statuses), attempts());
  }

  /** All events in order, without renewals and heartbeats, which are stored separately. */
  public SubjectAssert hasEvents(EventType... types) {
    return same("events", List.of(types), events());
  }

  public SubjectAssert hasEvent(EventType type) {
    return check(events().contains(type), "an event " + type, events());
  }

  private List<ReasonCode> reasons() {
    return view.diagnostics().reasons().stream()
        .map(reason -> reason.code())
        // The availability of workers is no property of the job.
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
          "job %s: expected %s, but found %s; it is %s after %s"
              .formatted(subjectEuid, expected, actual, view.execution().state(), events()));
    }
    return this;
  }
}
