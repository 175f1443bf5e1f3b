package io.tapline.engine.pipeline;

import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.Role;
import io.tapline.api.request.Clean;
import io.tapline.api.request.CloseSession;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.FailOverdue;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.SettleDependencies;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.decide.Ending;
import io.tapline.engine.model.Caller;
import io.tapline.engine.store.FinishedSubjects;
import io.tapline.engine.store.OverdueExternal;
import io.tapline.engine.store.PastDeadline;
import io.tapline.engine.store.WaitingJobs;
import java.util.Set;

/** The caller of the engine's own actions, and their commands. */
public final class SystemCaller {

  public static final String PRINCIPAL = "system:tapline";

  private SystemCaller() {}

  public static Caller of(long tenantId) {
    return new Caller(tenantId, PRINCIPAL, Set.of(Role.ADMIN));
  }

  /** A lease is settled once, so its own EUID is the key. */
  public static ExpireLease expire(String leaseEuid) {
    return new ExpireLease(
        RequestMeta.key("lapse:" + leaseEuid),
        StatePrecondition.NOTHING,
        leaseEuid,
        "lease lapsed");
  }

  /** Ends a lease whose worker's process has ended, or whose worker is retired. */
  public static ExpireLease abandon(String leaseEuid, Ending ending) {
    return new ExpireLease(
        RequestMeta.key("abandoned:" + leaseEuid),
        StatePrecondition.NOTHING,
        leaseEuid,
        ending.words());
  }

  /** A session ends once. */
  public static CloseSession closeExpired(String sessionEuid) {
    return CloseSession.one(RequestMeta.key("expired:" + sessionEuid), sessionEuid, "expired");
  }

  /** A waiting job is settled once at each of its revisions. */
  public static SettleDependencies settle(WaitingJobs.WaitingJob waitingJob) {
    return new SettleDependencies(
        RequestMeta.key("settle:" + waitingJob.revision()),
        waitingJob.euid(),
        StatePrecondition.NOTHING,
        "its dependencies have ended");
  }

  /** A deadline passes once between two requeues of a job. */
  public static FailOverdue late(PastDeadline.LateSubject lateSubject) {
    return new FailOverdue(
        RequestMeta.key("deadline:" + lateSubject.revision()),
        lateSubject.subjectEuid(),
        StatePrecondition.NOTHING,
        "deadline passed");
  }

  /** A job is archived once for each of its ends. */
  public static Clean clean(FinishedSubjects.SeenSubject finished) {
    return new Clean(
        RequestMeta.key("clean:" + finished.revision()),
        finished.euid(),
        StatePrecondition.NOTHING,
        "past its retention");
  }

  /** The external system did not answer in time, and the queue opted into a retry. */
  public static ExternalResult overdue(OverdueExternal.OverdueSubject overdueSubject) {
    return ExternalResultBuilder.builder()
        .meta(RequestMeta.key("overdue:" + overdueSubject.revision()))
        .subjectEuid(overdueSubject.subjectEuid())
        .expect(StatePrecondition.NOTHING)
        .externalRef(overdueSubject.externalRef())
        .outcome(ExecutionState.FAILED_RETRYABLE)
        .errorClass(ErrorClass.TRANSIENT_DEPENDENCY)
        .errorMessage("no result by the deadline")
        .reason("external deadline passed")
        .build();
  }
}
