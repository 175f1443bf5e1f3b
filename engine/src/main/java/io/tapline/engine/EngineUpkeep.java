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
 * What is done from time to time, without being asked: lapses are settled, pulses are made room
 * for, evidence past its term is retired, what people look at is counted.
 */
public final class EngineUpkeep implements AutoCloseable {

  /** Heartbeats and renewals are short-lived evidence: longer than anyone looks back at them. */
  private static final Duration PULSES_KEPT = Duration.ofDays(7);

  /** Often enough for counts that may be some seconds old. */
  private static final Duration RECOUNTED_EVERY = Duration.ofSeconds(1);

  private static final Duration PARTITIONS_EVERY = Duration.ofHours(1);
  private static final Duration RETIRED_EVERY = Duration.ofMinutes(5);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ScheduledExecutorService clockwork =
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
   * Begins; until it is closed.
   *
   * @param owner makes today's partitions at once, so that the first heartbeat finds its place; or
   *     null where somebody else looks after the partitions
   */
  public static EngineUpkeep start(
      Engine engine, DataSource serving, DataSource owner, Duration sweepEvery) {
    var upkeep = new EngineUpkeep(engine.failures());
    BooleanSupplier stopping = upkeep.clockwork::isShutdown;
    // Lapses count from the instant they happen; to settle them lets what is stored catch up.
    upkeep.everyTenant(Task.SWEEP, sweepEvery, engine::sweep, serving);
    // As often, since one a minute is taken and the rest find it taken.
    upkeep.everyTenant(Task.SAMPLE, sweepEvery, engine::sample, serving);
    upkeep.clockwork.execute(
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

  /** Nobody who looks after a start is to wait for the first count of a deep queue. */
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
    every(task, pause, new TenantRound(failures, task, work, serving, clockwork::isShutdown));
  }

  private void every(Task task, Duration pause, Runnable work) {
    clockwork.scheduleWithFixedDelay(
        () -> attempt(task, work), pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** A run that fails is not the last one. */
  private void attempt(Task task, Runnable work) {
    failures.isolate(task, "all tenants", work::run);
  }

  /** From now on no pass begins, and one that is under way ends with the tenant it is at. */
  public void stop() {
    clockwork.shutdown();
  }

  /**
   * Stops, and comes back when the passes that were under way have ended, or have taken too long.
   * Their connections are closed after that.
   */
  @Override
  public void close() {
    stop();
    try {
      if (!clockwork.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        clockwork.shutdownNow();
      }
    } catch (InterruptedException e) {
      clockwork.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
