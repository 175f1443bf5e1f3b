package io.tapline.engine.pipeline.registry;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.api.JobName;
import io.tapline.api.Limits;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.JobCommand;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RegisterJob;
import io.tapline.api.request.RetireJob;
import io.tapline.engine.decide.JobDecision;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.QueueDecision;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Job;
import io.tapline.engine.model.JobNote;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Worker;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.ActionTransaction.LockPhase;
import io.tapline.engine.pipeline.registry.JobKindActions.LockedJob;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Link;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * The actions that register and retire job kinds of the tasks API: each has a queue, and workers
 * that can process it.
 */
public final class JobKindActions implements RegistryKind<JobCommand, LockedJob> {

  /** The rows of a job kind; null where none exists. */
  record LockedJob(Worker worker, Queue queue, Job known) {}

  /** The result in the answer. */
  public record JobView(
      String jobEuid, boolean fresh, String workerEuid, @JsonUnwrapped JobNote job) {}

  @Override
  public LockedJob lock(LockPhase locks, JobCommand command) throws SQLException {
    var rows = locks.rows();
    return new LockedJob(
        lockWorker(rows, command, locks.actorUid()),
        queue(rows, command),
        rows.queues().lockJob(command.queueKey()));
  }

  private static Worker lockWorker(DecisionRows rows, JobCommand command, long actorUid)
      throws SQLException {
    var euid = command instanceof RegisterJob register ? register.workerEuid() : null;
    var uid = euid == null ? null : EuidMint.uidOrNull(euid);
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

  @Override
  public Collection<Long> keyOwners(LockPhase locks, JobCommand command, LockedJob rows) {
    return rows.queue() == null ? List.of() : List.of(rows.queue().uid());
  }

  @Override
  public ItemOutcome decide(ActionTransaction action, JobCommand command, LockedJob rows)
      throws SQLException {
    var worker = rows.worker();
    var decided = decide(action.rows(), command, rows.known(), worker);
    if (decided.refusal() != null) {
      return ItemOutcome.of(decided.refusal());
    }
    var queue =
        rows.queue() == null
            ? makeQueue(action, (RegisterJob) command)
            : new ObjectRef(rows.queue().uid(), rows.queue().euid());
    var job = write(action, rows.known(), decided.job());
    if (rows.known() == null || rows.queue() == null) {
      action.writer().link(new Link(job.uid(), LinkTypes.JOB_QUEUE, queue.uid()));
    }
    if (decided.worker() != null) {
      action.writer().reregister(worker.uid(), decided.worker());
      action.writer().link(new Link(worker.uid(), LinkTypes.WORKER_JOB, job.uid()));
    }
    var view =
        new JobView(
            job.euid(), decided.fresh(), worker == null ? null : worker.euid(), decided.job());
    return action.recorder().queue(queue, command.queueKey(), view, command.reason());
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
  private static ObjectRef makeQueue(ActionTransaction action, RegisterJob command)
      throws SQLException {
    var predecessors = action.rows().queues().predecessors(command.queueKey());
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
    return action.create(TemplateCache.QUEUE, policy.displayName(), policy);
  }

  private static ObjectRef write(ActionTransaction action, Job known, JobNote note)
      throws SQLException {
    if (known == null) {
      return action.create(TemplateCache.JOB, note.jobName().fullName(), note);
    }
    var ref = new ObjectRef(known.uid(), known.euid());
    return note.equals(known.note()) ? ref : action.update(ref, note);
  }
}
