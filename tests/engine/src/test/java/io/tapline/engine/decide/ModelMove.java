package io.tapline.engine.decide;

import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.ResolutionState;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Clean;
import io.tapline.api.request.Compensate;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.FailOverdue;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.Renew;
import io.tapline.api.request.ReportProgress;
import io.tapline.api.request.RequeueBuilder;
import io.tapline.api.request.ResolveDeadLetter;
import io.tapline.api.request.SendToDeadLetter;
import io.tapline.api.request.SettleDependencies;
import io.tapline.api.request.Start;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.Lease;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.tapdb.TimeText;
import java.util.ArrayList;
import java.util.List;

/** One thing that somebody does to the subject, or that time does; the number picks among kinds. */
record ModelMove(Kind kind, int pick) {

  enum Kind {
    ADVANCE,
    ENQUEUE,
    CLAIM,
    CLAIM_AND_START,
    START,
    COMPLETE,
    ROUTE_ON,
    FAIL,
    RELEASE,
    RENEW,
    PROGRESS,
    DISPATCH,
    EXTERNAL_RESULT,
    HOLD,
    RELEASE_HOLD,
    REQUEUE,
    REQUEUE_BY_FORCE,
    CANCEL_SOFTLY,
    CANCEL,
    EXPIRE,
    ABANDON,
    OVERDUE,
    DEAD_LETTER,
    SETTLE,
    CLEAN,
    COMPENSATE,
    RESOLVE
  }

  private static final int[] SECONDS = {
    1, 15, DecisionFixtures.TTL - 1, DecisionFixtures.TTL, 3 * DecisionFixtures.TTL
  };
  private static final ExecutionState[] RESULTS = {
    ExecutionState.READY,
    ExecutionState.RUNNING,
    ExecutionState.COMPLETED,
    ExecutionState.FAILED_RETRYABLE,
    ExecutionState.FAILED_TERMINAL
  };
  private static final String SUBJECT = "Z-XS-7";

  /** Makes the move; a refusal is as good an outcome as any. */
  Decision on(SubjectModel m) {
    return switch (kind) {
      case ADVANCE -> {
        m.now = m.now.plusSeconds(SECONDS[pick % SECONDS.length]);
        yield null;
      }
      case ENQUEUE -> m.enqueue(pick % 2 == 0 ? null : m.now.plusSeconds(30));
      case CLAIM -> m.claim(false);
      case CLAIM_AND_START -> m.claim(true);
      case ABANDON -> {
        if (m.leaseActive()) {
          m.abandon();
        }
        yield null;
      }
      case HOLD ->
          m.execute(
              new PlaceHold(
                  DecisionFixtures.meta(),
                  SUBJECT,
                  StatePrecondition.NOTHING,
                  null,
                  "QC",
                  "contaminated?"),
              Ending.HELD);
      case RELEASE_HOLD -> releaseHold(m);
      case REQUEUE -> requeue(m, false);
      case REQUEUE_BY_FORCE -> requeue(m, true);
      case CANCEL_SOFTLY, CANCEL ->
          m.execute(
              new Cancel(
                  DecisionFixtures.meta(),
                  SUBJECT,
                  StatePrecondition.NOTHING,
                  kind == Kind.CANCEL_SOFTLY,
                  "not needed"),
              Ending.CANCELED);
      case EXTERNAL_RESULT ->
          m.execute(
              ExternalResultBuilder.builder()
                  .meta(DecisionFixtures.meta())
                  .subjectEuid(SUBJECT)
                  .expect(StatePrecondition.NOTHING)
                  .externalRef("ext-1")
                  .outcome(RESULTS[pick % RESULTS.length])
                  .workerEuid(m.worker.euid())
                  .nextQueueKey(pick % 2 == 0 ? null : DecisionFixtures.NEXT)
                  .build(),
              null);
      case OVERDUE -> overdue(m);
      case DEAD_LETTER ->
          m.execute(
              new SendToDeadLetter(
                  DecisionFixtures.meta(),
                  SUBJECT,
                  StatePrecondition.NOTHING,
                  "policy_violation",
                  "input",
                  "corrupted"),
              Ending.DEAD_LETTERED);
      case SETTLE -> settle(m);
      case CLEAN ->
          m.execute(
              new Clean(DecisionFixtures.meta(), SUBJECT, StatePrecondition.NOTHING, "old"),
              null,
              null,
              m.openDeadLetter(),
              null);
      case COMPENSATE ->
          m.execute(
              new Compensate(DecisionFixtures.meta(), SUBJECT, StatePrecondition.NOTHING, "undone"),
              null);
      case RESOLVE ->
          m.execute(
              new ResolveDeadLetter(
                  DecisionFixtures.meta(),
                  StatePrecondition.NOTHING,
                  "Z-XD",
                  ResolutionState.IGNORED,
                  "known"),
              null);
      default -> leaseVerb(m);
    };
  }

  /** The dependencies have ended in some way, or not yet. */
  private Decision settle(SubjectModel m) {
    if (m.envelope == null) {
      return m.enqueueToWait();
    }
    m.dependencyStatus = DependencyStatus.values()[pick % DependencyStatus.values().length];
    return m.execute(
        new SettleDependencies(DecisionFixtures.meta(), SUBJECT, StatePrecondition.NOTHING, "look"),
        null);
  }

  /** The deadline that it has by now is over. */
  private static Decision overdue(SubjectModel m) {
    if (m.envelope != null) {
      m.envelope = AlteredRecord.with(m.envelope, "deadline_at", TimeText.of(m.now));
    }
    return m.execute(
        new FailOverdue(DecisionFixtures.meta(), SUBJECT, StatePrecondition.NOTHING, "too late"),
        Ending.OVERDUE);
  }

  private static Decision requeue(SubjectModel m, boolean override) {
    return m.execute(
        RequeueBuilder.builder()
            .meta(DecisionFixtures.meta())
            .subjectEuid(SUBJECT)
            .expect(StatePrecondition.NOTHING)
            .queueKey(DecisionFixtures.QUEUE)
            .override(override)
            .reason("try again")
            .build(),
        null);
  }

  private Decision releaseHold(SubjectModel m) {
    List<Hold> all = new ArrayList<>(m.holds.values());
    var hold = all.isEmpty() ? null : all.get(pick % all.size());
    return m.execute(
        new ReleaseHold(DecisionFixtures.meta(), StatePrecondition.NOTHING, "Z-XH", "checked"),
        null,
        hold,
        null,
        null);
  }

  /** Mostly under the newest lease, now and then under one that has ended. */
  private Decision leaseVerb(SubjectModel m) {
    List<Lease> all = new ArrayList<>(m.leases.values());
    if (all.isEmpty()) {
      return null;
    }
    var lease = pick % 7 == 6 ? all.get(pick % all.size()) : m.newest();
    var euid = lease.euid();
    var worker = m.worker.euid();
    return switch (kind) {
      case START ->
          verb(
              m,
              new Start(DecisionFixtures.meta(), SUBJECT, worker, euid, StatePrecondition.NOTHING),
              lease,
              null);
      case COMPLETE -> verb(m, Complete.of("k", SUBJECT, worker, euid), lease, Ending.COMPLETED);
      case ROUTE_ON ->
          verb(
              m,
              Complete.of("k", SUBJECT, worker, euid).next(DecisionFixtures.NEXT, "qc"),
              lease,
              Ending.COMPLETED);
      case FAIL -> fail(m, lease);
      case RELEASE ->
          verb(
              m,
              new Release(
                  DecisionFixtures.meta(), worker, euid, StatePrecondition.NOTHING, false, null),
              lease,
              Ending.RELEASED);
      case PROGRESS ->
          verb(
              m,
              new ReportProgress(
                  DecisionFixtures.meta(),
                  SUBJECT,
                  worker,
                  euid,
                  StatePrecondition.NOTHING,
                  0.5,
                  "half"),
              lease,
              null);
      case RENEW ->
          verb(
              m,
              new Renew(DecisionFixtures.meta(), worker, euid, StatePrecondition.NOTHING),
              lease,
              null);
      case DISPATCH ->
          verb(
              m,
              new Dispatch(
                  DecisionFixtures.meta(),
                  SUBJECT,
                  worker,
                  euid,
                  StatePrecondition.NOTHING,
                  "ext-1",
                  null,
                  null),
              lease,
              Ending.DISPATCHED);
      case EXPIRE ->
          verb(
              m,
              new ExpireLease(DecisionFixtures.meta(), StatePrecondition.NOTHING, euid, "stuck"),
              lease,
              lease.lapsed(m.now) ? Ending.LAPSED : Ending.FORCED);
      default -> throw new IllegalStateException("no move for " + kind);
    };
  }

  private Decision fail(SubjectModel m, Lease lease) {
    var errorClass = ErrorClass.values()[pick % ErrorClass.values().length];
    boolean last = m.envelope.attemptCount() + 1 == DecisionFixtures.MAX_ATTEMPTS;
    var ending =
        switch (errorClass.outcome()) {
          case RETRY ->
              last && !m.envelope.cancelRequested()
                  ? Ending.FAILED_TERMINAL
                  : Ending.FAILED_RETRYABLE;
          case FAIL -> Ending.FAILED_TERMINAL;
          case HOLD -> Ending.FAILED_INTO_HOLD;
          case CANCEL -> Ending.FAILED_INTO_CANCEL;
        };
    return verb(
        m,
        Fail.of("k", SUBJECT, m.worker.euid(), lease.euid(), errorClass, "it broke"),
        lease,
        ending);
  }

  private static Decision verb(
      SubjectModel m, io.tapline.api.request.SubjectCommand command, Lease lease, Ending end) {
    return m.execute(command, lease, null, null, end);
  }
}
