package io.tapline.engine.pipeline;

import io.tapline.engine.command.Clean;
import io.tapline.engine.command.CloseSession;
import io.tapline.engine.command.Expect;
import io.tapline.engine.command.ExpireLease;
import io.tapline.engine.command.ExternalResult;
import io.tapline.engine.command.FailOverdue;
import io.tapline.engine.command.Meta;
import io.tapline.engine.command.SettleDependencies;
import io.tapline.engine.decide.Ending;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.Role;
import io.tapline.engine.store.Finished;
import io.tapline.engine.store.OverdueExternal;
import io.tapline.engine.store.PastDeadline;
import io.tapline.engine.store.Waiting;
import java.util.Set;

/** Tapline itself, when it settles what nobody asked about. */
final class SystemCaller {

  static final String PRINCIPAL = "system:tapline";

  private SystemCaller() {}

  static Caller of(long tenantId) {
    return new Caller(tenantId, PRINCIPAL, Set.of(Role.ADMIN));
  }

  /** A lease is settled once, so its own EUID is the key. */
  static ExpireLease expire(String leaseEuid) {
    return new ExpireLease(
        Meta.key("lapse:" + leaseEuid), Expect.NOTHING, leaseEuid, "lease lapsed");
  }

  /** A lease whose worker's process is gone, or who is retired. */
  static ExpireLease abandon(String leaseEuid, Ending ending) {
    return new ExpireLease(
        Meta.key("abandoned:" + leaseEuid), Expect.NOTHING, leaseEuid, ending.words());
  }

  /** A session ends once. */
  static CloseSession putAway(String sessionEuid) {
    return CloseSession.one(Meta.key("expired:" + sessionEuid), sessionEuid, "expired");
  }

  /** What waits is settled once at each of its revisions. */
  static SettleDependencies settle(Waiting.Candidate candidate) {
    return new SettleDependencies(
        Meta.key("settle:" + candidate.revision()),
        candidate.euid(),
        Expect.NOTHING,
        "what it depends on has ended");
  }

  /** A deadline passes once for each life of a subject. */
  static FailOverdue late(PastDeadline.Late late) {
    return new FailOverdue(
        Meta.key("deadline:" + late.revision()),
        late.subjectEuid(),
        Expect.NOTHING,
        "deadline passed");
  }

  /** What has ended is put away once for each time that it ends. */
  static Clean clean(Finished.Seen finished) {
    return new Clean(
        Meta.key("clean:" + finished.revision()),
        finished.euid(),
        Expect.NOTHING,
        "past its retention");
  }

  /** The outside did not answer in time, and the queue asked for a retry then. */
  static ExternalResult overdue(OverdueExternal.Overdue overdue) {
    return new ExternalResult(
        Meta.key("overdue:" + overdue.revision()),
        overdue.subjectEuid(),
        Expect.NOTHING,
        overdue.externalRef(),
        ExecutionState.FAILED_RETRYABLE,
        null,
        null,
        null,
        ErrorClass.TRANSIENT_DEPENDENCY,
        "no result by the deadline",
        null,
        "external deadline passed");
  }
}
