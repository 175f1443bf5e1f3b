package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.Refusal;
import io.tapline.api.WorkerStatus;
import io.tapline.api.request.RegisterJob;
import io.tapline.api.request.RetireJob;
import io.tapline.engine.model.Job;
import io.tapline.engine.model.JobNote;
import io.tapline.engine.model.JobStatus;
import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerProfile;
import java.util.ArrayList;
import java.util.Comparator;
import tools.jackson.databind.JsonNode;

/**
 * Registration of the jobs of the tasks API. Workers register them, a job is offered while a worker
 * can execute it, and a deleted job can be registered again.
 */
public final class JobDecision {

  /**
   * Either a refusal or the new state of registered job and worker.
   *
   * @param fresh whether the job was not offered before
   * @param worker null when the worker does not change
   */
  public record Outcome(Refusal refusal, JobNote job, boolean fresh, WorkerProfile worker) {
    static Outcome refuse(Refusal refusal) {
      return new Outcome(refusal, null, false, null);
    }
  }

  private JobDecision() {}

  /**
   * An active job keeps its schema; a deleted one returns with the new schema. The schema is
   * checked before the worker.
   */
  public static Outcome register(RegisterJob c, Job known, Worker worker) {
    boolean active = known != null && known.note().status() == JobStatus.ACTIVE;
    boolean same = known != null && same(known.note().schema(), c.schema());
    if (active && !same && !c.replaceSchema()) {
      return Outcome.refuse(
          new Refusal(
              Code.STATE_CONFLICT,
              "schema: job "
                  + c.job().fullName()
                  + " is registered with another schema; register the same schema, or use"
                  + " another name",
              "schema"));
    }
    var refusal = c.workerEuid() == null ? null : serves(c, worker);
    if (refusal != null) {
      return Outcome.refuse(refusal);
    }
    var note =
        known == null
            ? new JobNote(
                c.queueKey(), c.roomId(), c.category(), c.name(), c.schema(), JobStatus.ACTIVE, 1)
            : active && same ? known.note() : known.note().with(c.schema(), JobStatus.ACTIVE);
    return new Outcome(null, note, !active, worker == null ? null : serving(worker, c.queueKey()));
  }

  /** Compares numbers by value: 1 equals 1.0. */
  public static boolean same(JsonNode one, JsonNode other) {
    return one.equals(NUMBERS_BY_VALUE, other);
  }

  private static final Comparator<JsonNode> NUMBERS_BY_VALUE =
      (a, b) ->
          a.isNumber() && b.isNumber()
              ? a.decimalValue().compareTo(b.decimalValue())
              : a.equals(b) ? 0 : 1;

  private static Refusal serves(RegisterJob c, Worker worker) {
    if (worker == null
        || !worker.ownedByCaller()
        || worker.profile().status() == WorkerStatus.RETIRED) {
      return Refusal.unknown("worker_euid", "worker " + c.workerEuid() + " of the caller's");
    }
    var capabilities = worker.profile().capabilities();
    return capabilities.size() >= Limits.LIST && !capabilities.contains(c.queueKey())
        ? Refusal.invalid(
            "worker_euid",
            "worker %s has %s jobs already; register the others with another worker"
                .formatted(worker.euid(), capabilities.size()))
        : null;
  }

  /** Null when the worker already serves the job. */
  private static WorkerProfile serving(Worker worker, String queueKey) {
    var p = worker.profile();
    if (p.capabilities().contains(queueKey)) {
      return null;
    }
    var all = new ArrayList<>(p.capabilities());
    all.add(queueKey);
    return p.able(all);
  }

  /**
   * @param workers number of workers that can still execute the job
   * @param pending whether a task of the job waits
   */
  public static Outcome retire(RetireJob c, Job known, long workers, boolean pending) {
    if (known == null) {
      return Outcome.refuse(Refusal.unknown("queue_key", "job with queue " + c.queueKey()));
    }
    var name = known.note().jobName();
    if (known.note().status() != JobStatus.ACTIVE || name.internal() || workers > 0 || pending) {
      return Outcome.refuse(
          Refusal.of(
              Code.STATE_CONFLICT,
              "job %s cannot be retired: it is %s%s, has %s workers and %s"
                  .formatted(
                      name.fullName(),
                      known.note().status(),
                      name.internal() ? ", the server's own" : "",
                      workers,
                      pending ? "pending tasks" : "no pending task")));
    }
    return new Outcome(
        null, known.note().with(known.note().schema(), JobStatus.DELETED), false, null);
  }
}
