package io.tapline.engine.decide;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.DomainKey;
import io.tapline.api.FinishedSummary;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.AttemptCorrelation;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.DeadLetter;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Subject;
import io.tapline.engine.model.Worker;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The facts about one job that a decision reads, all loaded under the locks of the transaction.
 * Missing objects are null.
 *
 * @param lease the lease that the command names, or the newest lease of the job
 * @param record the attempt under that lease
 * @param newest the newest lease of the job: the only one that can be live
 * @param worker the worker that the command names
 * @param leaseWorkerKey the key of the worker that holds the lease, for the dead letter
 * @param queue the queue that the job is routed to
 * @param leaseQueue the queue under whose policy the lease was granted
 * @param named queues that the command names, by key
 * @param actorUid the object of the calling principal
 * @param outputs uids of the objects that the command names as outputs, by EUID
 * @param properties the properties of the job; read only when the target queue checks payloads
 * @param workerLeases live leases of the worker; counted only when a lease may be granted
 * @param dependencies the status of the jobs that this job depends on; read only by the decision
 *     that needs it
 * @param dispatch the dispatch under the reference of an external result; read only for a result
 * @param summary the summary of the evidence; read only when the job is archived
 * @param payloadHash the hash of the request, for a record without a lease
 * @param performing the pack action that the command is a step of; null for a direct request
 */
@RecordBuilder
public record DecisionInput(
    Caller caller,
    long actorUid,
    Subject subject,
    Worker worker,
    String leaseWorkerKey,
    Lease lease,
    ExecutionRecord record,
    Lease newest,
    ExecutionRecord newestRecord,
    Queue queue,
    Queue leaseQueue,
    Map<String, Queue> named,
    List<Hold> activeHolds,
    Hold hold,
    DeadLetter deadLetter,
    Map<String, Long> outputs,
    Instant now,
    DecisionIds draw,
    JsonNode properties,
    int workerLeases,
    DependencyStatus dependencies,
    NamedDispatch dispatch,
    FinishedSummary summary,
    String payloadHash,
    DomainKey performing) {

  /**
   * Work that was dispatched to an external system under a reference, whether or not the job still
   * waits for it.
   *
   * @param recordUid the record of the dispatched attempt
   * @param queueUid the queue that the attempt was dispatched from
   * @param answered whether the result was recorded, in time or late
   */
  public record NamedDispatch(
      long recordUid,
      long queueUid,
      int attemptNumber,
      String nextActionKey,
      Instant dispatchedAt,
      boolean answered) {}

  Envelope envelope() {
    return subject.execution();
  }

  /** The identifiers of other systems that the record of an attempt by this request stores. */
  AttemptCorrelation attemptCorrelation(RequestMeta meta) {
    var envelope = envelope();
    return AttemptCorrelation.of(
        envelope.correlation(),
        envelope.correlationIdFor(meta.correlationId()),
        envelope.traceIdFor(meta.traceId()));
  }

  /** The time of the retry after one more failed attempt. */
  Instant retryAt() {
    var policy = leaseQueue.policy().retryPolicy();
    return now.plus(policy.delay(envelope().attemptCount() + 1, draw.jitter()));
  }

  /** The queue that the job waits in, else the queue of its last lease. */
  Queue lastQueue() {
    return queue != null ? queue : leaseQueue;
  }

  boolean leased() {
    return newest != null && newest.live(now);
  }

  public boolean lapsed() {
    return newest != null && newest.lapsed(now);
  }
}
