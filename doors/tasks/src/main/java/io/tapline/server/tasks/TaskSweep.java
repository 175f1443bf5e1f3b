package io.tapline.server.tasks;

import io.tapline.engine.Engine;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.read.task.JobWorker;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.base.ServerOptions;
import io.tapline.server.database.OpenDatabase;
import io.tapline.tapdb.Tenants;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Periodic sweep: retires silent workers, fails tasks whose lease lapsed, including internal ones,
 * and retires jobs without workers. Several servers may run it concurrently.
 */
@Component
public final class TaskSweep implements Runnable, DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(TaskSweep.class);

  private final Engine engine;
  private final TaskJobRegistry registry;
  private final Tenants tenants;
  private final TaskSettings settings;
  private final ScheduledExecutorService clockwork =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            var thread = new Thread(work, "tapline-task-sweep");
            thread.setDaemon(true);
            return thread;
          });

  TaskSweep(
      Engine engine,
      TaskJobRegistry registry,
      OpenDatabase database,
      TaskSettings settings,
      ServerOptions server,
      ServerDrain drain) {
    this.engine = engine;
    this.registry = registry;
    this.tenants = new Tenants(database.serving());
    this.settings = settings;
    // At most as often as the sweep of the server: tests trigger that sweep themselves.
    long pause = longer(settings.sweepEvery(), server.sweepEvery()).toMillis();
    clockwork.scheduleWithFixedDelay(this, pause, pause, TimeUnit.MILLISECONDS);
    drain.whenBegun(clockwork::shutdown);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** Runs one sweep; a failure in one tenant does not affect the others. */
  @Override
  public void run() {
    isolate("all tenants", this::sweepTenants);
  }

  private void sweepTenants() {
    for (var tenant : tenants.all()) {
      if (clockwork.isShutdown()) {
        return;
      }
      isolate("tenant " + tenant.key(), () -> sweep(tenant.id()));
    }
  }

  private void isolate(String name, BackgroundFailures.Part part) {
    engine.failures().isolate(Task.TASK_SWEEP, name, part);
  }

  private void sweep(long tenantId) {
    var silent = engine.reads().jobs().silentSince(tenantId, settings.workerTimeout());
    for (var worker : silent) {
      isolate("worker " + worker.euid(), () -> retire(tenantId, worker));
    }
    engine.sweep(tenantId);
    for (var key : engine.reads().jobs().orphans(tenantId)) {
      isolate("job " + key, () -> registry.retireIfOrphan(tenantId, key));
    }
  }

  private void retire(long tenantId, JobWorker worker) {
    try {
      registry.retire(TaskCaller.system(tenantId), worker);
    } catch (RefusedException e) {
      LOG.debug("worker {} was already removed: {}", worker.euid(), e.getMessage());
    }
  }

  @Override
  public void destroy() {
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(clockwork));
  }
}
