package io.tapline.engine.decide;

import io.tapline.engine.command.Cancel;
import io.tapline.engine.command.Clean;
import io.tapline.engine.command.Compensate;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.Dispatch;
import io.tapline.engine.command.ExpireLease;
import io.tapline.engine.command.ExternalResult;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.FailOverdue;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.PlaceHold;
import io.tapline.engine.command.Release;
import io.tapline.engine.command.ReleaseHold;
import io.tapline.engine.command.Renew;
import io.tapline.engine.command.ReportProgress;
import io.tapline.engine.command.Requeue;
import io.tapline.engine.command.ResolveDeadLetter;
import io.tapline.engine.command.SendToDeadLetter;
import io.tapline.engine.command.SettleDependencies;
import io.tapline.engine.command.Start;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.model.Refusal;

/** One command about one subject, one decision. */
public final class SubjectDecision {

  private SubjectDecision() {}

  /** Whatever ends an attempt, its record says by which action. */
  public static Decision on(DecisionInput s, SubjectCommand command) {
    var decision = decide(s, command);
    return decision instanceof SubjectChange change
        ? change.endedBy(s.performing() != null ? s.performing() : command.action())
        : decision;
  }

  private static Decision decide(DecisionInput s, SubjectCommand command) {
    if (command instanceof Start start) return StartExecution.decide(s, start);
    if (command instanceof Complete complete) return CompleteExecution.decide(s, complete);
    if (command instanceof Fail fail) return FailExecution.decide(s, fail);
    if (command instanceof Release release) return ReleaseLease.decide(s, release);
    if (command instanceof Renew renew) return RenewLease.decide(s, renew);
    if (command instanceof ReportProgress progress)
      return ReportProgressDecision.decide(s, progress);
    if (command instanceof Dispatch dispatch) return DispatchExternal.decide(s, dispatch);
    if (command instanceof ExternalResult result) return RecordExternalResult.decide(s, result);
    if (command instanceof PlaceHold hold) return PlaceHoldDecision.decide(s, hold);
    if (command instanceof ReleaseHold release) return ReleaseHoldDecision.decide(s, release);
    if (command instanceof Requeue requeue) return RequeueSubject.decide(s, requeue);
    if (command instanceof Cancel cancel) return CancelSubject.decide(s, cancel);
    if (command instanceof ExpireLease expire) return ExpireLeaseDecision.decide(s, expire);
    if (command instanceof FailOverdue overdue) return FailOverdueSubject.decide(s, overdue);
    if (command instanceof SendToDeadLetter letter) return DeadLetterSubject.decide(s, letter);
    if (command instanceof SettleDependencies settle) return DependenciesSettled.decide(s, settle);
    if (command instanceof Compensate undone) return CompensateSubject.decide(s, undone);
    if (command instanceof Clean clean) return CleanSubject.decide(s, clean);
    if (command instanceof ResolveDeadLetter resolve)
      return ResolveDeadLetterDecision.decide(s, resolve);
    throw new IllegalArgumentException("no decision for " + command);
  }

  /** What stands against any verb of the lease holder, started or not; null if nothing does. */
  public static Refusal againstHolder(DecisionInput s, LeaseCommand command) {
    var refused = LeaseVerb.refusalStartedOrNot(s, command);
    return refused == null ? null : refused.refusal();
  }

  /** What stands against doing anything to a subject; null if nothing does. */
  public static Refusal againstAnyone(
      DecisionInput s, String subjectEuid, StatePrecondition expect) {
    var refused =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, subjectEuid),
            () -> DecisionRules.asExpected(s, expect));
    return refused == null ? null : refused.refusal();
  }
}
