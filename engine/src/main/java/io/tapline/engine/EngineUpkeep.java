package io.tapline.engine;

import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.tapdb.PulsePartitions;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import javax.sql.DataSource;

/**
 * Runs periodic maintenance: settles lapses, creates and drops partitions of pulses, retires
 * expired evidence, and counts queues.
 */
public final class EngineUpkeep implements AutoCloseable {

  /**
   * Heartbeats and renewals are short-lived evidence; this is longer than any reader needs them.
   */
  private static final Duration PULSES_KEPT = Duration.ofDays(7);

  /** Frequent enough for counts that may be some seconds old. */
  private static final Duration RECOUNTED_EVERY = Duration.ofSeconds(1);

  private static final Duration PARTITIONS_EVERY = Duration.ofHours(1);
  private static final Duration RETIRED_EVERY = Duration.ofMinutes(5);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ScheduledExecutorService scheduler =
      Executors.newScheduledThreadPool(
          2,
          work -> {
            var thread = new Thread(work, "tapline-upkeep");
            thread.setDaemon(true);
            return thread;
          });

  private final BackgroundFailures failures;

  private EngineUpkeep(BackgroundFailures failures) {
    this.failures = failures;
  }

  /**
   * Starts the maintenance, which runs until it is closed.
   *
   * @param owner creates the partitions of today at once, which the first heartbeat needs; null
   *     when another process maintains partitions and retires evidence
   */
  public static EngineUpkeep start(
      Engine engine, DataSource serving, DataSource owner, Duration sweepEvery) {
    var upkeep = new EngineUpkeep(engine.failures());
    BooleanSupplier stopping = upkeep.scheduler::isShutdown;
    // A lapse takes effect at the expiry; settling updates the stored state.
    upkeep.everyTenant(Task.SWEEP, sweepEvery, engine::sweep, serving);
    // Equally often: one call per minute takes the sample, and the others find it taken.
    upkeep.everyTenant(Task.SAMPLE, sweepEvery, engine::sample, serving);
    upkeep.scheduler.execute(
        () -> upkeep.attempt(Task.QUEUE_COUNT, () -> counted(engine, serving, stopping)));
    upkeep.every(Task.DEMAND, sweepEvery, engine::noteDemand);
    upkeep.every(Task.QUEUE_COUNT, RECOUNTED_EVERY, () -> engine.reads().queues().recount());
    if (owner != null) {
      var pulses = new PulsePartitions(owner);
      pulses.makeAhead();
      upkeep.every(Task.PARTITION, PARTITIONS_EVERY, () -> partitions(pulses));
      upkeep.every(
          Task.EVIDENCE_RETIREMENT,
          RETIRED_EVERY,
          new EvidenceRetirement(engine, serving, owner, stopping));
    }
    return upkeep;
  }

  /** Counts deep queues at the start, so that the first reader does not wait. */
  private static void counted(Engine engine, DataSource serving, BooleanSupplier stopping) {
    var queues = engine.reads().queues();
    queues.recount();
    new TenantRound(engine.failures(), Task.QUEUE_COUNT, queues::count, serving, stopping).run();
  }

  static void partitions(PulsePartitions pulses) {
    pulses.makeAhead();
    pulses.dropOlderThan(PULSES_KEPT);
    pulses.sweepDefault(PULSES_KEPT);
    pulses.analyzeParents();
  }

  private void everyTenant(Task task, Duration pause, LongConsumer work, DataSource serving) {
    every(task, pause, new TenantRound(failures, task, work, serving, scheduler::isShutdown));
  }

  private void every(Task task, Duration pause, Runnable work) {
    scheduler.scheduleWithFixedDelay(
        () -> attempt(task, work), pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** A failed run does not end the schedule. */
  private void attempt(Task task, Runnable work) {
    failures.isolate(task, "all tenants", work::run);
  }

  /** Starts no further runs; a current run ends after its current tenant. */
  public void stop() {
    scheduler.shutdown();
  }

  /**
   * Stops, and returns when current runs have ended or have taken too long. Their connections are
   * closed after that.
   */
  @Override
  public void close() {
    stop();
    try {
      if (!scheduler.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        scheduler.shutdownNow();
      }
    } catch (InterruptedException e) {
      scheduler.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
