package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.FinishedSummary;
import io.tapline.api.Limits;
import io.tapline.api.Refusal;
import io.tapline.api.request.Clean;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.tapdb.TimeText;
import java.time.Duration;
import java.time.Instant;

/**
 * Archives a finished job whose retention time has passed. The final state stays, and the retention
 * time of the evidence begins. A job with an open dead letter is not archived, because an operator
 * still has to resolve it.
 */
public final class CleanSubject {

  private static final ActionKey CLEAN = ActionKey.CLEAN_SUBJECT;

  private CleanSubject() {}

  public static Decision decide(DecisionInput s, Clean command) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, command.subjectEuid()),
            () -> DecisionRules.asExpected(s, command.expect()),
            () -> DecisionRules.accepts(s, CLEAN),
            () -> notYetCleaned(s),
            () -> nobodyWaits(s),
            () -> pastRetention(s));
    if (refusal != null) {
      return refusal;
    }
    var cleaned =
        s.envelope()
            .to(s.envelope().state())
            .cleaned(s.now(), evidenceUntil(s), summary(s))
            .at(s.now());
    return SubjectChange.of(s.envelope()).step(CLEAN, cleaned, EventType.JOB_CLEANED, null);
  }

  /**
   * Whether a job that ended at the given time may be archived.
   *
   * @param policy the policy of the last queue of the job; null when it was in none
   */
  public static boolean isDue(QueuePolicy policy, Instant ended, Instant now) {
    var from = from(policy, ended);
    return from != null && !from.isAfter(now);
  }

  /** Null when the queue keeps finished jobs for ever. */
  private static Instant from(QueuePolicy policy, Instant ended) {
    return after(ended, policy == null ? QueuePolicy.RETENTION_DAYS : policy.retentionDays());
  }

  private static Instant after(Instant time, int days) {
    return days == Limits.FOR_EVER ? null : time.plus(Duration.ofDays(days));
  }

  /** Copied into the envelope now, because the evidence it is derived from will be deleted. */
  private static FinishedSummary summary(DecisionInput s) {
    var evidence = s.summary();
    var policy = policy(s);
    return new FinishedSummary(
        policy == null ? null : policy.queueKey(),
        evidence == null ? null : evidence.lastError(),
        evidence == null || s.envelope().state() != ExecutionState.COMPLETED
            ? null
            : evidence.resultRef(),
        evidence == null ? null : evidence.startedAt(),
        evidence == null ? null : evidence.enqueuedBy(),
        evidence == null || evidence.finishedAt() == null
            ? s.subject().changedAt()
            : evidence.finishedAt(),
        evidence == null ? null : evidence.lastErrorAt());
  }

  /** Null when the evidence is kept for ever. */
  private static Instant evidenceUntil(DecisionInput s) {
    var policy = policy(s);
    return after(s.now(), policy == null ? QueuePolicy.EVIDENCE_DAYS : policy.evidenceDays());
  }

  /**
   * The last queue of the job. A completed job is in no queue, so the queue of its last lease
   * applies.
   */
  private static QueuePolicy policy(DecisionInput s) {
    var queue = s.lastQueue();
    return queue == null ? null : queue.policy();
  }

  private static Refusal notYetCleaned(DecisionInput s) {
    return s.envelope().cleanedAt() == null
        ? null
        : Refusal.of(
            Code.STATE_CONFLICT,
            "job %s was cleaned at %s"
                .formatted(s.subject().euid(), TimeText.of(s.envelope().cleanedAt())));
  }

  private static Refusal nobodyWaits(DecisionInput s) {
    return s.deadLetter() == null
        ? null
        : Refusal.of(
            Code.STATE_CONFLICT,
            "job %s has an open dead letter (%s); resolve it first"
                .formatted(s.subject().euid(), s.deadLetter().euid()));
  }

  private static Refusal pastRetention(DecisionInput s) {
    if (isDue(policy(s), s.subject().changedAt(), s.now())) {
      return null;
    }
    var from = from(policy(s), s.subject().changedAt());
    return Refusal.of(
        Code.STATE_CONFLICT,
        "job %s stays as it is %s"
            .formatted(
                s.subject().euid(),
                from == null
                    ? "permanently, because its queue keeps finished jobs"
                    : "until " + TimeText.of(from)));
  }
}
