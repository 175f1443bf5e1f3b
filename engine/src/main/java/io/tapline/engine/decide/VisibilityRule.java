package io.tapline.engine.decide;

import io.tapline.api.ExecutionState;
import io.tapline.api.WordList;
import io.tapline.engine.model.HoldState;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Reason;
import io.tapline.engine.model.ReasonCode;
import io.tapline.engine.model.Subject;
import io.tapline.tapdb.TimeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The visibility rule for one loaded job: a job without a reason is visible. visibility.sql#visible
 * contains the same rule over sets; VisibilityAgreementTest compares the two.
 */
public final class VisibilityRule {

  private VisibilityRule() {}

  /** All reasons why the job is not claimable, the most significant first. */
  public static List<Reason> reasons(Subject subject, Queue queue, Lease newest, Instant now) {
    var envelope = subject.execution();
    var reasons = new ArrayList<Reason>();
    if (envelope.terminal()) {
      add(
          reasons,
          ReasonCode.TERMINAL_STATE,
          "it is " + envelope.state() + "; requeue it to run it again");
    }
    if (envelope.holdState() == HoldState.ACTIVE) {
      add(
          reasons,
          ReasonCode.ACTIVE_HOLD,
          "it is held"
              + (envelope.holdReason() == null ? "" : ": " + envelope.holdReason())
              + "; release the hold");
    }
    if (newest != null && newest.live(now)) {
      add(
          reasons,
          ReasonCode.ACTIVE_LEASE,
          "lease " + newest.euid() + " holds it until " + TimeText.of(newest.terms().expiresAt()));
    }
    if (envelope.cancelRequested()) {
      add(
          reasons,
          ReasonCode.CANCEL_REQUESTED,
          "a cancel was requested; the worker has received the request");
    }
    if (envelope.state() == ExecutionState.WAITING_EXTERNAL
        && envelope.external() != null
        && envelope.external().overdue(now)) {
      add(
          reasons,
          ReasonCode.EXTERNAL_OVERDUE,
          "external work "
              + envelope.external().externalRef()
              + " was due at "
              + TimeText.of(envelope.external().deadlineAt())
              + "; reconcile by requeue, hold or cancel");
    }
    if (!envelope.terminal() && envelope.overdue(now)) {
      add(
          reasons,
          ReasonCode.DEADLINE_PASSED,
          "its deadline passed at " + TimeText.of(envelope.deadlineAt()));
    }
    inQueue(reasons, subject, queue, newest, now);
    return reasons;
  }

  private static void inQueue(
      List<Reason> reasons, Subject subject, Queue queue, Lease newest, Instant now) {
    var envelope = subject.execution();
    if (envelope.nextQueueKey() == null) {
      add(reasons, ReasonCode.NEXT_QUEUE_KEY_MISSING, "it is routed to no queue");
      return;
    }
    if (queue == null) {
      add(reasons, ReasonCode.QUEUE_UNKNOWN, "there is no queue " + envelope.nextQueueKey());
      return;
    }
    var policy = queue.policy();
    if (!policy.enabled()) {
      add(
          reasons,
          ReasonCode.QUEUE_DISABLED,
          "queue "
              + queue.key()
              + " is disabled"
              + (policy.disabledReason() == null ? "" : ": " + policy.disabledReason()));
    }
    boolean lapsed = newest != null && newest.lapsed(now);
    if (lapsed && envelope.exhaustedByOneMore(policy)) {
      add(
          reasons,
          ReasonCode.ATTEMPTS_EXHAUSTED,
          "its lease lapsed on the last of " + envelope.maxAttempts(policy) + " attempts");
    }
    if (!policy.eligibleStates().contains(countsAs(envelope.state(), lapsed))) {
      add(
          reasons,
          ReasonCode.STATE_NOT_ELIGIBLE,
          "it is %s; queue %s takes %s"
              .formatted(envelope.state(), queue.key(), WordList.and(policy.eligibleStates())));
    }
    readyYet(reasons, subject, lapsed, now);
    if (!policy.subjectTemplateCodes().contains(subject.templateCode())) {
      add(
          reasons,
          ReasonCode.TEMPLATE_NOT_SERVED,
          "queue " + queue.key() + " does not accept " + subject.templateCode());
    }
    if (!policy.reach().admits(envelope.scope())) {
      add(reasons, ReasonCode.SCOPE_MISMATCH, ReasonText.outside(queue, envelope.scope()));
    }
  }

  /** A RUNNING job with a lapsed lease counts as FAILED_RETRYABLE before the lapse is settled. */
  public static ExecutionState countsAs(ExecutionState state, boolean lapsed) {
    return state == ExecutionState.RUNNING && lapsed ? ExecutionState.FAILED_RETRYABLE : state;
  }

  private static void readyYet(List<Reason> reasons, Subject subject, boolean lapsed, Instant now) {
    var envelope = subject.execution();
    if (lapsed || !envelope.state().claimable()) {
      return;
    }
    if (envelope.retryAt() != null && envelope.retryAt().isAfter(now)) {
      add(
          reasons,
          ReasonCode.RETRY_WINDOW_NOT_REACHED,
          "it is retried at " + TimeText.of(envelope.retryAt()));
    } else if (envelope.retryAt() == null
        && envelope.readyAt() != null
        && envelope.readyAt().isAfter(now)) {
      add(reasons, ReasonCode.NOT_READY_YET, "it is ready at " + TimeText.of(envelope.readyAt()));
    }
  }

  private static void add(List<Reason> reasons, ReasonCode code, String message) {
    reasons.add(new Reason(code, message));
  }
}
