package io.tapline.engine.decide;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.FinishedSummary;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.DeadLetter;
import io.tapline.engine.model.DomainKey;
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
 * What is known, under the locks, when a command about one subject is decided. Things that are not
 * there are null.
 *
 * @param lease the lease that the command names, or the subject's newest
 * @param record the attempt under that lease
 * @param newest the newest lease of the subject: the only one that can be live
 * @param worker the worker that the command names
 * @param leaseWorkerKey the key of the worker that holds the lease, for the dead letter
 * @param queue the queue that the subject is routed to
 * @param leaseQueue the queue under whose policy the lease was granted
 * @param named queues that the command names, by key
 * @param actorUid the principal's own object
 * @param outputs uids of the objects that the command names as outputs, by EUID
 * @param properties what the subject carries; read only when it may go to a queue for signals
 * @param workerLeases live leases of the worker; counted only when it is to be given one
 * @param dependencies how those stand that it waits for; read only when that is asked
 * @param dispatch the dispatch under the reference that an external result names; read only for one
 * @param summary what its evidence says of it; read only when it is put away
 * @param payloadHash of the request, for a record that no lease stands behind
 * @param performing the action of a pack that the command is a step of; null when it was asked for
 *     by itself
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
   * Work that went outside under a reference, whether or not the subject still waits for it.
   *
   * @param recordUid the record of the attempt that was dispatched
   * @param queueUid the queue that it was dispatched from
   * @param answered whether its result was recorded, in time or late
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

  boolean leased() {
    return newest != null && newest.live(now);
  }

  public boolean lapsed() {
    return newest != null && newest.lapsed(now);
  }
}
