package io.tapline.server.tasks;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.JobName;
import io.tapline.api.Limits;
import io.tapline.api.WorkerType;
import io.tapline.api.request.AdministerWorker;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.RegisterJob;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RequestValidation;
import io.tapline.api.request.RetireJob;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.Engine;
import io.tapline.engine.decide.JobDecision;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.task.JobWithWorkers;
import io.tapline.engine.read.task.JobWorker;
import io.tapline.engine.read.task.TaskReads;
import io.tapline.server.http.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Registers jobs and their workers, and retires both. */
@Component
final class TaskJobRegistry {

  private static final Logger LOG = LoggerFactory.getLogger(TaskJobRegistry.class);

  private final Engine engine;
  private final TaskSettings settings;

  TaskJobRegistry(Engine engine, TaskSettings settings) {
    this.engine = engine;
    this.settings = settings;
  }

  /** Registers a new worker of the caller. */
  ActionAnswer register(Caller caller) {
    return engine.execute(
        TaskCaller.asWorker(caller),
        RegisterWorkerBuilder.builder()
            .meta(TaskCaller.once())
            .workerKey(JobWorker.KEY_PREFIX + UUID.randomUUID())
            .workerType(WorkerType.SERVICE)
            .capabilities(List.of())
            .maxConcurrentLeases(Limits.CONCURRENT_LEASES)
            .heartbeatTtlSeconds((int) settings.workerTimeout().toSeconds())
            .build());
  }

  /** A registered worker. */
  JobWorker worker(long tenantId, String id) {
    return engine.reads().jobs().worker(tenantId, id).orElseThrow(() -> TaskProblems.noWorker(id));
  }

  /** Records a heartbeat and renews the leases of the worker: its clients have no renewal. */
  ActionAnswer heartbeat(Caller caller, String id) {
    if (!caller.principal().equals(worker(caller.tenantId(), id).owner())) {
      throw TaskProblems.forbidden("worker " + id + " is another's");
    }
    var worker = TaskCaller.asWorker(caller);
    var beat =
        engine.execute(
            worker, HeartbeatBuilder.builder().meta(TaskCaller.once()).workerEuid(id).build());
    var renewals = new ArrayList<Renew>();
    for (var lease : beat.document().path("live_leases")) {
      renewals.add(new Renew(TaskCaller.once(), id, lease.asString(), StatePrecondition.NOTHING));
    }
    for (int i = 0; i < renewals.size(); i += Limits.BATCH) {
      // The refusal of a lease that ended meanwhile needs no handling.
      engine.executeAll(worker, renewals.subList(i, Math.min(renewals.size(), i + Limits.BATCH)));
    }
    return beat;
  }

  void delete(Caller caller, String id) {
    var worker = worker(caller.tenantId(), id);
    if (!caller.principal().equals(worker.owner()) && !TaskCaller.superuser(caller)) {
      throw TaskProblems.forbidden("worker " + id + " is another's");
    }
    try {
      retire(TaskCaller.asAdmin(caller), worker);
    } catch (RefusedException e) {
      // Another request retired the worker first.
      throw e.code() == Code.INVALID_TRANSITION ? TaskProblems.noWorker(id) : e;
    }
  }

  /**
   * Ends the leases of a worker, so that its tasks fail, and retires jobs that have no worker left.
   */
  void retire(Caller caller, JobWorker worker) {
    engine.execute(
        caller,
        new AdministerWorker(
            TaskCaller.once(), ActionKey.RETIRE_WORKER, worker.euid(), TaskReads.DISCONNECTED));
    worker.queueKeys().forEach(key -> retireIfOrphan(caller.tenantId(), key));
  }

  /** Retires a job without workers and without pending tasks. */
  void retireIfOrphan(long tenantId, String queueKey) {
    try {
      engine.execute(
          TaskCaller.system(tenantId),
          new RetireJob(TaskCaller.once(), queueKey, "no worker and no pending task is left"));
    } catch (RefusedException e) {
      LOG.debug("{} is not removed: {}", queueKey, e.getMessage());
    }
  }

  /**
   * The result of a registration.
   *
   * @param fresh whether the job is new
   */
  record RegisteredJob(JobWithWorkers job, String workerId, boolean fresh) {}

  /**
   * Registers a worker for a job; a request without a worker gets a new one. All checks that are
   * possible before run before a worker is created.
   */
  RegisteredJob register(Caller caller, JobName name, JsonNode schema, String workerId) {
    if (workerId == null) {
      requireSense(registration(name, schema, null, false));
      engine
          .reads()
          .jobs()
          .one(caller.tenantId(), name)
          .ifPresent(known -> requireSame(known, schema));
    }
    var worker = workerId != null ? workerId : register(caller).workerEuid();
    var done = register(caller, name, schema, worker, false);
    return new RegisteredJob(
        engine
            .reads()
            .jobs()
            .one(caller.tenantId(), name)
            .orElseThrow(() -> TaskProblems.noJob(name.fullName())),
        worker,
        done.document().path("fresh").asBoolean());
  }

  /** Registers an internal job. */
  void registerInternal(long tenantId, JobName name, JsonNode schema) {
    register(TaskCaller.system(tenantId), name, schema, null, true);
  }

  private ActionAnswer register(
      Caller caller, JobName name, JsonNode schema, String worker, boolean replace) {
    try {
      return engine.execute(caller, registration(name, schema, worker, replace));
    } catch (RefusedException e) {
      if (e.code() == Code.STATE_CONFLICT) {
        throw ProblemException.of(TaskProblems.SCHEMA_CONFLICT, e.refusal().message());
      }
      throw e.code() == Code.NOT_FOUND ? TaskProblems.noWorker(worker) : e;
    }
  }

  private RegisterJob registration(JobName name, JsonNode schema, String worker, boolean replace) {
    return new RegisterJob(
        TaskCaller.once(),
        name.roomId(),
        name.category(),
        name.name(),
        schema,
        worker,
        name.internal() ? (int) settings.internalTimeout().toSeconds() : settings.leaseSeconds(),
        replace);
  }

  private static void requireSense(RegisterJob registration) {
    RefusedException.throwIfRefused(RequestValidation.refusal(registration));
  }

  private static void requireSame(JobWithWorkers known, JsonNode schema) {
    if (!JobDecision.same(known.job().note().schema(), schema)) {
      throw ProblemException.of(
          TaskProblems.SCHEMA_CONFLICT,
          "job %s is registered with another schema; register the same schema, or use another name"
              .formatted(known.job().note().jobName().fullName()));
    }
  }
}
