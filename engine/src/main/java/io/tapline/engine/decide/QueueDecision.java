package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.CompletionPolicy;
import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalDeadlinePolicy;
import io.tapline.api.Limits;
import io.tapline.api.PayloadPolicy;
import io.tapline.api.Refusal;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.QueuePolicyBuilder;
import io.tapline.engine.model.RetryPolicy;
import java.time.Instant;
import java.util.List;

/** Queues are created, changed field by field and retired; key and templates never change. */
public final class QueueDecision {

  /** Either a refusal or the new policy. */
  public record Outcome(Refusal refusal, QueuePolicy policy) {
    static Outcome refuse(Refusal refusal) {
      return new Outcome(refusal, null);
    }
  }

  private QueueDecision() {}

  /**
   * @param predecessorEuids the retired queues that had the same key
   */
  public static Outcome create(CreateQueue command, Queue existing, List<String> predecessorEuids) {
    if (existing != null) {
      return Outcome.refuse(
          Refusal.of(
              Code.STATE_CONFLICT,
              "queue_key: there is a queue %s already (%s)"
                  .formatted(command.queueKey(), existing.euid())));
    }
    var current = defaults(command.queueKey(), Boolean.TRUE.equals(command.fields().manualOnly()));
    var created = apply(command.fields(), current, 1);
    var refusal = unsound(created);
    return refusal == null
        ? new Outcome(
            null,
            QueuePolicyBuilder.builder(created)
                .predecessorEuids(predecessorEuids.isEmpty() ? null : predecessorEuids)
                .build())
        : Outcome.refuse(refusal);
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

  /**
   * Jobs are routed by queue key, so a successor with another key does not receive them. The caller
   * moves the jobs first or leaves them explicitly.
   *
   * @param waiting number of jobs in the queue
   */
  public static Outcome retire(
      RetireQueue command, Queue existing, Queue successor, long waiting, Instant now) {
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
    if (successor != null && waiting > 0 && !command.leaveWaiting()) {
      return Outcome.refuse(
          Refusal.of(
              Code.STATE_CONFLICT,
              ("queue %s has work: %s jobs wait, are held, leased or outside; requeue "
                      + "them to %s first, or send leave_waiting to keep them for a new queue with "
                      + "the same key")
                  .formatted(existing.key(), waiting, successor.key())));
    }
    var p = existing.policy();
    return new Outcome(
        null,
        QueuePolicyBuilder.builder(p)
            .enabled(false)
            .revision(p.revision() + 1)
            .disabledReason("retired")
            .retiredAt(now)
            .retiredReason(command.reason())
            .replacedBy(command.replacedBy())
            .build());
  }

  /** Null when the queue has the expected revision. */
  public static Refusal asExpected(Queue queue, Long revision) {
    return DecisionRules.asExpected(
        "queue " + queue.key(), null, revision, null, queue.policy().revision());
  }

  private static QueuePolicy defaults(String queueKey, boolean manualOnly) {
    return QueuePolicyBuilder.builder()
        .queueKey(queueKey)
        .displayName(queueKey)
        .enabled(true)
        .operatorVisible(true)
        .dispatchPriority(100)
        .subjectTemplateCodes(List.of())
        .eligibleStates(List.of(ExecutionState.READY, ExecutionState.FAILED_RETRYABLE))
        .requiredWorkerCapabilities(List.of())
        .siteScope(List.of())
        .platformScope(List.of())
        .assayScope(List.of())
        .leaseTtlSeconds(manualOnly ? QueueFields.PEOPLES_LEASE_SECONDS : QueueFields.LEASE_SECONDS)
        .maxAttemptsDefault(5)
        .retryPolicy(RetryPolicy.DEFAULT)
        .selectionPolicy(QueuePolicy.SelectionPolicy.FIXED)
        .diagnosticsEnabled(true)
        .payloadPolicy(PayloadPolicy.ANY)
        .deadLetter(true)
        .externalDeadlinePolicy(ExternalDeadlinePolicy.FLAG)
        .completion(CompletionPolicy.ANY)
        .retentionDays(QueuePolicy.RETENTION_DAYS)
        .evidenceDays(QueuePolicy.EVIDENCE_DAYS)
        .revision(1)
        .build();
  }

  private static QueuePolicy apply(QueueFields f, QueuePolicy p, long revision) {
    boolean enabled = or(f.enabled(), p.enabled());
    return QueuePolicyBuilder.builder(p)
        .displayName(or(f.displayName(), p.displayName()))
        .enabled(enabled)
        .manualOnly(or(f.manualOnly(), p.manualOnly()))
        .operatorVisible(or(f.operatorVisible(), p.operatorVisible()))
        .dispatchPriority(or(f.dispatchPriority(), p.dispatchPriority()))
        .subjectTemplateCodes(or(f.subjectTemplateCodes(), p.subjectTemplateCodes()))
        .eligibleStates(or(f.eligibleStates(), p.eligibleStates()))
        .requiredWorkerCapabilities(
            or(f.requiredWorkerCapabilities(), p.requiredWorkerCapabilities()))
        .siteScope(or(f.siteScope(), p.siteScope()))
        .platformScope(or(f.platformScope(), p.platformScope()))
        .assayScope(or(f.assayScope(), p.assayScope()))
        .leaseTtlSeconds(or(f.leaseTtlSeconds(), p.leaseTtlSeconds()))
        .heartbeatIntervalSeconds(
            interval(f.heartbeatIntervalSeconds(), p.heartbeatIntervalSeconds()))
        .maxAttemptsDefault(or(f.maxAttemptsDefault(), p.maxAttemptsDefault()))
        .retryPolicy(retry(f.retryPolicy(), p.retryPolicy()))
        .diagnosticsEnabled(or(f.diagnosticsEnabled(), p.diagnosticsEnabled()))
        .payloadPolicy(or(f.payloadPolicy(), p.payloadPolicy()))
        .deadLetter(or(f.deadLetter(), p.deadLetter()))
        .externalDeadlinePolicy(or(f.externalDeadlinePolicy(), p.externalDeadlinePolicy()))
        .completion(or(f.completion(), p.completion()))
        .defaultActionKey(orNone(f.defaultActionKey(), p.defaultActionKey()))
        .retentionDays(or(f.retentionDays(), p.retentionDays()))
        .evidenceDays(or(f.evidenceDays(), p.evidenceDays()))
        .compensationQueueKey(orNone(f.compensationQueueKey(), p.compensationQueueKey()))
        .compensationActionKey(orNone(f.compensationActionKey(), p.compensationActionKey()))
        .executor(or(f.executor(), p.executor()))
        .revision(revision)
        .disabledReason(enabled ? null : or(f.disabledReason(), p.disabledReason()))
        .build();
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

  /** An empty text removes the value. */
  private static String orNone(String named, String current) {
    return named == null ? current : named.isEmpty() ? null : named;
  }

  private static <T> T or(T named, T current) {
    return named != null ? named : current;
  }

  /** 0 removes the interval; a third of the lease applies again. */
  private static Integer interval(Integer named, Integer current) {
    if (named == null) {
      return current;
    }
    return named == 0 ? null : named;
  }

  /** Rules for the whole policy, whichever fields the request contains. */
  private static Refusal unsound(QueuePolicy policy) {
    var interval = policy.heartbeatIntervalSeconds();
    int most = policy.leaseTtlSeconds() / Limits.BEATS;
    return interval != null && interval > most
        ? Refusal.invalid(
            "heartbeat_interval_seconds",
            ("%s is more than a third of lease_ttl_seconds (%s), so the lease would lapse "
                    + "after two lost renewals; send at most %s at most")
                .formatted(interval, policy.leaseTtlSeconds(), most))
        : JobRule.kind(policy);
  }
}
