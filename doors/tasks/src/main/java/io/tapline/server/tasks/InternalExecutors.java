package io.tapline.server.tasks;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.JobName;
import io.tapline.api.Limits;
import io.tapline.api.WorkerType;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.Release;
import io.tapline.api.request.Start;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.Engine;
import io.tapline.engine.decide.JobDecision;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.base.ServerDrain;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * Runs the internal jobs. A worker of the server claims their tasks under leases like any other
 * work, as soon as a thread is free; so any server may take them, and none is lost when its server
 * stops.
 */
@Component
final class InternalExecutors implements DisposableBean {

  static final String NOT_DISPATCHED = "Failed to dispatch to internal executor";

  private static final Logger LOG = LoggerFactory.getLogger(InternalExecutors.class);

  /** Number of tasks that run concurrently in one server. */
  static final int HANDS = 4;

  /** Interval of the scan for tasks that other servers left. */
  private static final long LOOK_MILLIS = 1_000;

  private final Engine engine;
  private final TaskJobRegistry registry;
  private final ExecutorCatalog catalog;

  /** The worker of this server by tenant. */
  private final Map<Long, String> workers = new ConcurrentHashMap<>();

  private final Semaphore free = new Semaphore(HANDS);
  private final ExecutorService threads;
  private final ScheduledExecutorService clockwork =
      Executors.newSingleThreadScheduledExecutor(named("tapline-internal-clock", null));
  private volatile boolean stopping;

  InternalExecutors(
      Engine engine, TaskJobRegistry registry, ServerDrain drain, ExecutorCatalog catalog) {
    this.engine = engine;
    this.registry = registry;
    this.catalog = catalog;
    // Libraries of a plugin load classes by the context class loader of the thread.
    this.threads = Executors.newFixedThreadPool(HANDS, named("tapline-internal", catalog.loader()));
    drain.whenBegun(
        () -> {
          stopping = true;
          clockwork.shutdown();
        });
    clockwork.scheduleWithFixedDelay(
        this::lookEverywhere, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static ThreadFactory named(String name, ClassLoader loader) {
    return work -> {
      var thread = new Thread(work, name);
      thread.setDaemon(true);
      if (loader != null) {
        thread.setContextClassLoader(loader);
      }
      return thread;
    };
  }

  boolean runs(JobName name) {
    return catalog.named(name.fullName()) != null;
  }

  /** Registers the internal jobs in a tenant that uses the API for the first time. */
  void readyFor(long tenantId) {
    workers.computeIfAbsent(tenantId, this::prepare);
  }

  private String prepare(long tenantId) {
    for (var executor : catalog.all()) {
      var name = ExecutorCatalog.nameOf(executor);
      var known = engine.reads().jobs().one(tenantId, name);
      if (known.isEmpty()
          || !JobDecision.same(known.get().job().note().schema(), executor.schema())) {
        registry.registerInternal(tenantId, name, executor.schema());
      }
    }
    return engine
        .execute(
            TaskCaller.system(tenantId),
            RegisterWorkerBuilder.builder()
                .meta(TaskCaller.once())
                .workerKey("tapline:internal")
                .displayName("Jobs of the server's own")
                .workerType(WorkerType.SERVICE)
                .capabilities(List.of(JobName.INTERNAL))
                .maxConcurrentLeases(Limits.CONCURRENT_LEASES)
                .heartbeatTtlSeconds(Limits.HEARTBEAT_TTL_SECONDS)
                .build())
        .workerEuid();
  }

  /**
   * Claims a submitted task at once if a thread is free, otherwise later. The task exists even if
   * this fails, so the submitter gets its answer and does not submit it again.
   */
  void dispatch(long tenantId, String taskId) {
    engine
        .failures()
        .isolate(
            Task.INTERNAL_TASK,
            "claim of task " + taskId,
            () -> {
              readyFor(tenantId);
              take(tenantId, null, taskId);
            });
  }

  private void lookEverywhere() {
    workers.keySet().forEach(this::lookSafely);
  }

  private void lookSafely(long tenantId) {
    engine.failures().isolate(Task.INTERNAL_TASK, "tenant " + tenantId, () -> look(tenantId));
  }

  /**
   * Claims as many tasks as there are free threads, the oldest first, only from the queues of
   * executors of this server: tasks of another version or of other plugins stay for other servers.
   */
  void look(long tenantId) {
    while (!stopping && free.availablePermits() > 0) {
      var heads = engine.reads().jobs().heads(tenantId, catalog.queueKeys());
      if (heads.stream().noneMatch(queue -> take(tenantId, queue, null))) {
        return;
      }
    }
  }

  /**
   * @param queueKey queue whose next task is claimed; null for a named task
   * @return whether a task was claimed
   */
  private boolean take(long tenantId, String queueKey, String taskId) {
    if (stopping || !free.tryAcquire()) {
      return false;
    }
    ClaimAnswer.Item item = null;
    try {
      item = claim(tenantId, queueKey, taskId);
    } finally {
      if (item == null) {
        free.release();
      }
    }
    if (item != null) {
      hand(tenantId, item);
    }
    return item != null;
  }

  private ClaimAnswer.Item claim(long tenantId, String queueKey, String taskId) {
    try {
      var claims =
          engine
              .claim(
                  TaskCaller.system(tenantId),
                  ClaimBuilder.builder()
                      .meta(TaskCaller.once())
                      .workerEuid(workers.get(tenantId))
                      .queueKey(queueKey)
                      .subjectEuid(taskId)
                      .maxItems(1)
                      .build())
              .claims();
      return claims.isEmpty() ? null : claims.get(0);
    } catch (RefusedException e) {
      LOG.debug("{} is no longer pending: {}", queueKey, e.getMessage());
      return null;
    }
  }

  private void hand(long tenantId, ClaimAnswer.Item item) {
    try {
      threads.execute(() -> work(tenantId, item));
    } catch (RejectedExecutionException e) {
      // The server stops and accepts no more work.
      free.release();
      giveBack(tenantId, item);
    }
  }

  private void work(long tenantId, ClaimAnswer.Item item) {
    try {
      run(tenantId, item);
    } catch (RefusedException e) {
      LOG.debug("task {} ended before its executor: {}", item.subjectEuid(), e.getMessage());
    } catch (RuntimeException e) {
      engine.failures().failed(Task.INTERNAL_TASK, "end of task " + item.subjectEuid(), e);
    } finally {
      free.release();
    }
    if (!stopping) {
      lookSafely(tenantId);
    }
  }

  private void run(long tenantId, ClaimAnswer.Item item) {
    var system = TaskCaller.system(tenantId);
    var task = engine.reads().tasks().one(tenantId, item.subjectEuid()).orElseThrow();
    var executor = catalog.named(task.jobName());
    if (executor == null) {
      fail(tenantId, item, NOT_DISPATCHED);
      return;
    }
    engine.execute(
        system,
        new Start(
            TaskCaller.once(),
            item.subjectEuid(),
            workers.get(tenantId),
            item.leaseEuid(),
            StatePrecondition.NOTHING));
    JsonNode result;
    try {
      result =
          executor.run(
              new InternalTask(
                  tenantId,
                  task.euid(),
                  task.roomId(),
                  task.behind().submittedBy(),
                  task.payload()));
    } catch (LinkageError e) {
      // A class is missing or incompatible: a jar beside the plugin is absent or of another
      // version.
      LOG.error("task {} cannot be passed to {}", task.euid(), executor.getClass().getName(), e);
      fail(tenantId, item, NOT_DISPATCHED);
      return;
    } catch (Exception | Error e) {
      if (stopping && (e instanceof InterruptedException || Thread.interrupted())) {
        giveBack(tenantId, item);
      } else {
        LOG.info("task {} of {} failed", task.euid(), task.jobName(), e);
        fail(tenantId, item, e.getMessage() == null ? e.toString() : e.getMessage());
      }
      return;
    }
    engine.execute(system, completed(tenantId, item, result));
  }

  private Complete completed(long tenantId, ClaimAnswer.Item item, JsonNode result) {
    return CompleteBuilder.builder()
        .meta(TaskCaller.once())
        .subjectEuid(item.subjectEuid())
        .workerEuid(workers.get(tenantId))
        .leaseEuid(item.leaseEuid())
        .expect(StatePrecondition.NOTHING)
        .resultPayload(result)
        .build();
  }

  private void fail(long tenantId, ClaimAnswer.Item item, String message) {
    engine.execute(
        TaskCaller.system(tenantId),
        Fail.of(
            TaskCaller.once().idempotencyKey(),
            item.subjectEuid(),
            workers.get(tenantId),
            item.leaseEuid(),
            ErrorClass.PERMANENT_STATE,
            message.length() > Limits.TEXT ? message.substring(0, Limits.TEXT) : message));
  }

  /**
   * The server stops: another server, or this one after its restart, runs the task from the
   * beginning.
   */
  private void giveBack(long tenantId, ClaimAnswer.Item item) {
    engine.execute(
        TaskCaller.system(tenantId),
        new Release(
            TaskCaller.once(),
            workers.get(tenantId),
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            false,
            "the server stops"));
  }

  @Override
  public void destroy() {
    stopping = true;
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(clockwork, threads));
  }
}
