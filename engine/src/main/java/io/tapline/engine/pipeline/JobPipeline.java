package io.tapline.engine.pipeline;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.engine.command.CreateQueue;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.JobCommand;
import io.tapline.engine.command.Limits;
import io.tapline.engine.command.QueueFields;
import io.tapline.engine.command.RegisterJob;
import io.tapline.engine.command.RetireJob;
import io.tapline.engine.decide.JobDecision;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.QueueDecision;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Job;
import io.tapline.engine.model.JobName;
import io.tapline.engine.model.JobNote;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Worker;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.FeedKeys;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;

/**
 * Registers and retires job kinds of the tasks API: each has a queue, and workers that can process
 * it.
 */
final class JobPipeline {

  /** Queue, job and action. */
  private static final int IDS = 3;

  private final PipelineContext context;

  JobPipeline(PipelineContext context) {
    this.context = context;
  }

  ItemOutcome execute(Caller caller, JobCommand command) {
    return IdempotentRetry.settle(
        context,
        caller,
        command,
        (tx, actorUid, hash) -> attempt(tx, caller, actorUid, command, hash));
  }

  private ItemOutcome attempt(Tx tx, Caller caller, long actorUid, JobCommand command, String hash)
      throws SQLException {
    var rows = new DecisionRows(tx, context.templates());
    var worker = lockWorker(rows, command, actorUid);
    var queue = queue(rows, command);
    var replayed = queue == null ? null : IdempotentRetry.before(tx, command, hash, queue.uid());
    if (replayed != null) {
      return replayed;
    }
    var known = rows.queues().lockJob(command.queueKey());
    var decision = decide(rows, command, known, worker);
    if (decision.refusal() != null) {
      return ItemOutcome.of(decision.refusal());
    }
    var clockAndIds = TransactionClockAndIds.underLock(tx, context.templates(), IDS);
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    var queueRef =
        queue == null
            ? makeQueue(tx, (RegisterJob) command, clockAndIds, writer)
            : new ObjectRef(queue.uid(), queue.euid());
    var jobRef = write(tx, known, decision.job(), clockAndIds, writer);
    if (known == null || queue == null) {
      writer.link(new Link(jobRef.uid(), LinkTypes.JOB_QUEUE, queueRef.uid()));
    }
    if (decision.worker() != null) {
      writer.reregister(worker.uid(), decision.worker());
      writer.link(new Link(worker.uid(), LinkTypes.WORKER_JOB, jobRef.uid()));
    }
    var answer =
        new RegistryRecorder(context, tx, caller, actorUid, clockAndIds, writer)
            .queue(
                command,
                hash,
                queueRef,
                command.queueKey(),
                FeedKeys.newest(tx, queueRef.uid()),
                new JobView(
                    jobRef.euid(),
                    decision.fresh(),
                    worker == null ? null : worker.euid(),
                    decision.job()),
                command.reason());
    writer.write();
    return ItemOutcome.of(answer);
  }

  /** The result in the answer. */
  record JobView(String jobEuid, boolean fresh, String workerEuid, @JsonUnwrapped JobNote job) {}

  private static Worker lockWorker(DecisionRows rows, JobCommand command, long actorUid)
      throws SQLException {
    var euid = command instanceof RegisterJob register ? register.workerEuid() : null;
    var uid = euid == null ? null : NamedObjects.uid(euid);
    var worker = uid == null ? null : rows.workers().lock(uid, actorUid);
    return worker != null && worker.euid().equals(euid) ? worker : null;
  }

  /**
   * A job kind outlives its queue; when an administrator has retired the queue, its last one is
   * used.
   */
  private static Queue queue(DecisionRows rows, JobCommand command) throws SQLException {
    var queue = rows.queues().lock(command.queueKey());
    if (queue != null || command instanceof RegisterJob) {
      return queue;
    }
    var ever = rows.queues().withRetired(command.queueKey());
    return ever.isEmpty() ? null : rows.queues().byUid(ever).get(Collections.max(ever));
  }

  private static JobDecision.Outcome decide(
      DecisionRows rows, JobCommand command, Job known, Worker worker) throws SQLException {
    if (command instanceof RegisterJob register) {
      return JobDecision.register(register, known, worker);
    }
    var demand = rows.queues().jobDemand(command.queueKey());
    return JobDecision.retire((RetireJob) command, known, demand.workers(), demand.pending());
  }

  /**
   * The queue has one attempt and no dead letters: a lost worker means that the task failed. No
   * worker can claim a job kind that the server executes itself.
   */
  private ObjectRef makeQueue(
      Tx tx, RegisterJob command, TransactionClockAndIds clockAndIds, BatchWriter writer)
      throws SQLException {
    var predecessors =
        new DecisionRows(tx, context.templates()).queues().predecessors(command.queueKey());
    var name = command.job();
    var fields =
        QueueFields.builder()
            .displayName(name.fullName())
            .subjectTemplateCodes(List.of(Enqueue.TASK))
            .requiredWorkerCapabilities(
                List.of(name.internal() ? JobName.INTERNAL : command.queueKey()))
            .leaseTtlSeconds(command.leaseTtlSeconds())
            .maxAttemptsDefault(1)
            .deadLetter(false)
            // The tasks of a room stay readable: the tasks API has no status for archived ones.
            .retentionDays(Limits.FOR_EVER)
            .build();
    var policy =
        QueueDecision.create(
                new CreateQueue(command.meta(), command.queueKey(), fields), null, predecessors)
            .policy();
    var template = context.templates().template(tx, TemplateCache.QUEUE);
    var ref = clockAndIds.next(template);
    writer.register(ref, template, policy.displayName(), policy);
    return ref;
  }

  private ObjectRef write(
      Tx tx, Job known, JobNote note, TransactionClockAndIds clockAndIds, BatchWriter writer)
      throws SQLException {
    if (known == null) {
      var template = context.templates().template(tx, TemplateCache.JOB);
      var ref = clockAndIds.next(template);
      writer.register(ref, template, note.jobName().fullName(), note);
      return ref;
    }
    if (!note.equals(known.note())) {
      writer.reregister(known.uid(), note);
    }
    return new ObjectRef(known.uid(), known.euid());
  }
}
