package io.tapline.engine.decide;

import io.tapline.engine.command.CreateQueue;
import io.tapline.engine.command.QueueFields;
import io.tapline.engine.command.RetireQueue;
import io.tapline.engine.command.UpdateQueue;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.CompletionPolicy;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.ExternalDeadlinePolicy;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.model.PayloadPolicy;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RetryPolicy;
import java.time.Instant;
import java.util.List;

/** Queues are created, changed field by field and retired; their key and templates never change. */
public final class QueueDecision {

  /** Workers renew by themselves; what a crashed one had must not wait for long. */
  public static final int LEASE_SECONDS = 60;

  /** People do not. */
  public static final int PEOPLES_LEASE_SECONDS = 900;

  /** Either a refusal or the policy as it shall be. */
  public record Outcome(Refusal refusal, QueuePolicy policy) {
    static Outcome refuse(Refusal refusal) {
      return new Outcome(refusal, null);
    }
  }

  private QueueDecision() {}

  public static Outcome create(CreateQueue command, Queue existing) {
    if (existing != null) {
      return Outcome.refuse(
          Refusal.of(
              Code.STATE_CONFLICT,
              "queue_key: there is a queue "
                  + command.queueKey()
                  + " already ("
                  + existing.euid()
                  + ")"));
    }
    var standing = defaults(command.queueKey(), Boolean.TRUE.equals(command.fields().manualOnly()));
    var made = apply(command.fields(), standing, 1);
    var refusal = unsound(made);
    return refusal == null ? new Outcome(null, made) : Outcome.refuse(refusal);
  }

  public static Outcome update(UpdateQueue command, Queue existing) {
    if (existing == null) {
      return Outcome.refuse(Refusal.unknown("queue_key", "queue " + command.queueKey()));
    }
    var refusal = asExpected(existing, command.expectedRevision());
    if (refusal != null) {
      return Outcome.refuse(refusal);
    }
    var after = apply(command.fields(), existing.policy(), existing.policy().revision() + 1);
    refusal = unsound(after);
    return refusal == null ? new Outcome(null, after) : Outcome.refuse(refusal);
  }

  public static Outcome retire(RetireQueue command, Queue existing, Queue successor, Instant now) {
    if (existing == null) {
      return Outcome.refuse(Refusal.unknown("queue_key", "queue " + command.queueKey()));
    }
    if (command.replacedBy() != null && successor == null) {
      return Outcome.refuse(Refusal.unknown("replaced_by", "queue " + command.replacedBy()));
    }
    var refusal = asExpected(existing, command.expectedRevision());
    if (refusal != null) {
      return Outcome.refuse(refusal);
    }
    var p = existing.policy();
    return new Outcome(
        null,
        new QueuePolicy(
            p.queueKey(),
            p.displayName(),
            false,
            p.manualOnly(),
            p.operatorVisible(),
            p.dispatchPriority(),
            p.subjectTemplateCodes(),
            p.eligibleStates(),
            p.requiredWorkerCapabilities(),
            p.siteScope(),
            p.platformScope(),
            p.assayScope(),
            p.leaseTtlSeconds(),
            p.heartbeatIntervalSeconds(),
            p.maxAttemptsDefault(),
            p.retryPolicy(),
            p.selectionPolicy(),
            p.diagnosticsEnabled(),
            p.payloadPolicy(),
            p.deadLetter(),
            p.externalDeadlinePolicy(),
            p.completion(),
            p.retentionDays(),
            p.evidenceDays(),
            p.compensationQueueKey(),
            p.compensationActionKey(),
            p.executor(),
            p.revision() + 1,
            "retired",
            now,
            command.reason(),
            command.replacedBy()));
  }

  /** Null where the queue is at the revision that the caller believes it to be at. */
  public static Refusal asExpected(Queue queue, Long revision) {
    return DecisionRules.asExpected(
        "queue " + queue.key(), null, revision, null, queue.policy().revision());
  }

  /** What a queue is when nobody says otherwise. */
  private static QueuePolicy defaults(String queueKey, boolean manualOnly) {
    return new QueuePolicy(
        queueKey,
        queueKey,
        true,
        false,
        true,
        100,
        List.of(),
        List.of(ExecutionState.READY, ExecutionState.FAILED_RETRYABLE),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        manualOnly ? PEOPLES_LEASE_SECONDS : LEASE_SECONDS,
        null,
        5,
        RetryPolicy.DEFAULT,
        QueuePolicy.SelectionPolicy.FIXED,
        true,
        PayloadPolicy.ANY,
        true,
        ExternalDeadlinePolicy.FLAG,
        CompletionPolicy.ANY,
        QueuePolicy.RETENTION_DAYS,
        QueuePolicy.EVIDENCE_DAYS,
        null,
        null,
        null,
        1,
        null,
        null,
        null,
        null);
  }

  private static QueuePolicy apply(QueueFields f, QueuePolicy p, long revision) {
    boolean enabled = or(f.enabled(), p.enabled());
    return new QueuePolicy(
        p.queueKey(),
        or(f.displayName(), p.displayName()),
        enabled,
        or(f.manualOnly(), p.manualOnly()),
        or(f.operatorVisible(), p.operatorVisible()),
        or(f.dispatchPriority(), p.dispatchPriority()),
        or(f.subjectTemplateCodes(), p.subjectTemplateCodes()),
        or(f.eligibleStates(), p.eligibleStates()),
        or(f.requiredWorkerCapabilities(), p.requiredWorkerCapabilities()),
        or(f.siteScope(), p.siteScope()),
        or(f.platformScope(), p.platformScope()),
        or(f.assayScope(), p.assayScope()),
        or(f.leaseTtlSeconds(), p.leaseTtlSeconds()),
        interval(f.heartbeatIntervalSeconds(), p.heartbeatIntervalSeconds()),
        or(f.maxAttemptsDefault(), p.maxAttemptsDefault()),
        retry(f.retryPolicy(), p.retryPolicy()),
        p.selectionPolicy(),
        or(f.diagnosticsEnabled(), p.diagnosticsEnabled()),
        or(f.payloadPolicy(), p.payloadPolicy()),
        or(f.deadLetter(), p.deadLetter()),
        or(f.externalDeadlinePolicy(), p.externalDeadlinePolicy()),
        or(f.completion(), p.completion()),
        or(f.retentionDays(), p.retentionDays()),
        or(f.evidenceDays(), p.evidenceDays()),
        orNone(f.compensationQueueKey(), p.compensationQueueKey()),
        orNone(f.compensationActionKey(), p.compensationActionKey()),
        or(f.executor(), p.executor()),
        revision,
        enabled ? null : or(f.disabledReason(), p.disabledReason()),
        null,
        null,
        null);
  }

  private static RetryPolicy retry(QueueFields.RetryFields f, RetryPolicy p) {
    return f == null
        ? p
        : new RetryPolicy(
            or(f.mode(), p.mode()),
            or(f.initialDelaySeconds(), p.initialDelaySeconds()),
            or(f.backoffFactor(), p.backoffFactor()),
            or(f.maxDelaySeconds(), p.maxDelaySeconds()),
            or(f.jitterFraction(), p.jitterFraction()));
  }

  /** An empty text takes away what stood there. */
  private static String orNone(String named, String standing) {
    return named == null ? standing : named.isEmpty() ? null : named;
  }

  private static <T> T or(T named, T standing) {
    return named != null ? named : standing;
  }

  /** 0 takes it back: then it is a third of the lease again. */
  private static Integer interval(Integer named, Integer standing) {
    if (named == null) {
      return standing;
    }
    return named == 0 ? null : named;
  }

  /** What no queue may be, whichever of its fields were named now and which before. */
  private static Refusal unsound(QueuePolicy policy) {
    var interval = policy.heartbeatIntervalSeconds();
    int most = policy.leaseTtlSeconds() / LeaseTerms.BEATS;
    return interval != null && interval > most
        ? Refusal.invalid(
            "heartbeat_interval_seconds",
            interval
                + " is more than a third of lease_ttl_seconds ("
                + policy.leaseTtlSeconds()
                + "), so two lost renewals would cost the lease; make it "
                + most
                + " at most")
        : JobRule.kind(policy);
  }
}
