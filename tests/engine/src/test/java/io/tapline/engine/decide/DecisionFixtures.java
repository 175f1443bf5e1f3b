package io.tapline.engine.decide;

import io.tapline.api.CompletionPolicy;
import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalDeadlinePolicy;
import io.tapline.api.ExternalWork;
import io.tapline.api.LeaseStatus;
import io.tapline.api.PayloadPolicy;
import io.tapline.api.RecordStatus;
import io.tapline.api.Role;
import io.tapline.api.WorkerStatus;
import io.tapline.api.WorkerType;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.QueueFields.RetryFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.AttemptBuilder;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.LeaseTermsBuilder;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.QueuePolicyBuilder;
import io.tapline.engine.model.RetryPolicy;
import io.tapline.engine.model.Subject;
import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerProfileBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Objects to decide on, made by hand: no database knows of them. */
final class DecisionFixtures {

  static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");
  static final int TTL = 60;
  static final int MAX_ATTEMPTS = 3;
  static final String QUEUE = "extraction_prod";
  static final String NEXT = "post_extract_qc";

  private DecisionFixtures() {}

  static Caller caller(Role... roles) {
    return new Caller(1, "ada", Set.of(roles));
  }

  static RequestMeta meta() {
    return RequestMeta.key("k");
  }

  static Queue queue(String key, boolean deadLetter) {
    return queue(key, deadLetter, true);
  }

  static Queue queue(String key, boolean deadLetter, boolean enabled) {
    return new Queue(
        key.hashCode(),
        "Z-XQ-" + key,
        QueuePolicyBuilder.builder()
            .queueKey(key)
            .displayName(key)
            .enabled(enabled)
            .operatorVisible(true)
            .dispatchPriority(100)
            .subjectTemplateCodes(List.of(Enqueue.TASK))
            .eligibleStates(List.of(ExecutionState.READY, ExecutionState.FAILED_RETRYABLE))
            .requiredWorkerCapabilities(List.of())
            .siteScope(List.of())
            .platformScope(List.of())
            .assayScope(List.of())
            .leaseTtlSeconds(TTL)
            .maxAttemptsDefault(MAX_ATTEMPTS)
            .retryPolicy(
                new RetryPolicy(
                    RetryFields.EXPONENTIAL_BACKOFF,
                    BigDecimal.valueOf(10),
                    2.0,
                    BigDecimal.valueOf(60),
                    0.2))
            .selectionPolicy(QueuePolicy.SelectionPolicy.FIXED)
            .diagnosticsEnabled(true)
            .payloadPolicy(PayloadPolicy.ANY)
            .deadLetter(deadLetter)
            .externalDeadlinePolicy(ExternalDeadlinePolicy.FLAG)
            .completion(CompletionPolicy.ANY)
            .retentionDays(0)
            .evidenceDays(1)
            .revision(1)
            .build());
  }

  static Worker worker(long uid, WorkerStatus status, boolean owned) {
    return new Worker(
        uid,
        "Z-XW-" + uid,
        WorkerProfileBuilder.builder()
            .workerKey("w" + uid)
            .displayName("w" + uid)
            .workerType(WorkerType.SERVICE)
            .status(status)
            .capabilities(List.of())
            .siteScope(List.of())
            .platformScope(List.of())
            .assayScope(List.of())
            .maxConcurrentLeases(10)
            .heartbeatAt(NOW)
            .heartbeatTtlSeconds(60)
            .revision(1)
            .build(),
        owned);
  }

  /** In a state, in {@link #QUEUE}, ready since an hour; what the state implies is set with it. */
  static Envelope envelope(ExecutionState state) {
    var draft = Envelope.unborn().to(state).queue(QUEUE, "extract").readyAt(NOW.minusSeconds(3600));
    if (state == ExecutionState.HELD) {
      draft.held(ExecutionState.READY, "contaminated?");
    }
    if (state == ExecutionState.WAITING_EXTERNAL) {
      draft.external(new ExternalWork("ext-1", NOW.minusSeconds(60), null));
    }
    return draft.at(NOW.minusSeconds(3600));
  }

  static Subject subject(Envelope envelope) {
    return new Subject(
        7, "Z-XS-7", Enqueue.TASK, "S-1", NOW.minusSeconds(3600), NOW.minusSeconds(60), envelope);
  }

  static Lease lease(long workerUid, LeaseStatus status, Instant expiresAt) {
    return new Lease(
        11,
        "Z-XL-11",
        7,
        workerUid,
        QUEUE.hashCode(),
        LeaseTermsBuilder.builder()
            .leaseToken("token")
            .status(status)
            .claimedAt(NOW.minusSeconds(30))
            .heartbeatAt(NOW.minusSeconds(30))
            .expiresAt(expiresAt)
            .releasedAt(status == LeaseStatus.ACTIVE ? null : NOW)
            .releaseReason(status == LeaseStatus.ACTIVE ? null : reason(status))
            .attemptNumber(1)
            .ttlSeconds(TTL)
            .nextActionKey("extract")
            .idempotencyKey("claim-1")
            .subjectRevisionAtClaim(1)
            .build());
  }

  /** A release reason that leads to this lease status. */
  private static String reason(LeaseStatus ended) {
    return Arrays.stream(Ending.values())
        .filter(ending -> ending.leaseStatus() == ended)
        .findFirst()
        .orElseThrow()
        .releaseReason();
  }

  static Lease live(long workerUid) {
    return lease(workerUid, LeaseStatus.ACTIVE, NOW.plusSeconds(30));
  }

  static Lease lapsed(long workerUid) {
    return lease(workerUid, LeaseStatus.ACTIVE, NOW.minusSeconds(1));
  }

  static ExecutionRecord record() {
    return new ExecutionRecord(
        12,
        "Z-XR-12",
        AttemptBuilder.builder()
            .attemptNumber(1)
            .status(RecordStatus.STARTED)
            .actionKey("extract")
            .idempotencyKey("claim-1")
            .expectedState(ExecutionState.READY)
            .startState(ExecutionState.READY)
            .startRevision(1L)
            .startedAt(NOW.minusSeconds(30))
            .nextActionKey("extract")
            .build());
  }
}
