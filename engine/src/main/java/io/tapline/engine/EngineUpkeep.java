package io.tapline.engine;

import io.tapline.tapdb.PulsePartitions;
import io.tapline.tapdb.Tenants;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done from time to time, without being asked: lapses are settled, pulses are made room
 * for, evidence past its term is retired, what people look at is counted.
 */
public final class EngineUpkeep implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EngineUpkeep.class);

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

  private EngineUpkeep() {}

  /**
   * Begins; until it is closed.
   *
   * @param owner makes today's partitions at once, so that the first heartbeat finds its place; or
   *     null where somebody else looks after the partitions
   */
  public static EngineUpkeep start(
      Engine engine, DataSource serving, DataSource owner, Duration sweepEvery) {
    var upkeep = new EngineUpkeep();
    BooleanSupplier stopping = upkeep.clockwork::isShutdown;
    // Lapses count from the instant they happen; to settle them lets what is stored catch up.
    upkeep.every(sweepEvery, new TenantRound("sweep", engine::sweep, serving, stopping));
    // As often, since one a minute is taken and the rest find it taken.
    upkeep.every(sweepEvery, new TenantRound("sample", engine::sample, serving, stopping));
    upkeep.clockwork.execute(() -> attempt(() -> counted(engine, serving, stopping)));
    upkeep.every(sweepEvery, engine::noteDemand);
    upkeep.every(RECOUNTED_EVERY, () -> engine.reads().queues().recount());
    if (owner != null) {
      var pulses = new PulsePartitions(owner);
      pulses.makeAhead();
      upkeep.every(PARTITIONS_EVERY, () -> partitions(pulses));
      upkeep.every(RETIRED_EVERY, new EvidenceRetirement(engine, serving, owner, stopping));
    }
    return upkeep;
  }

  /** Nobody who looks after a start is to wait for the first count of a deep queue. */
  private static void counted(Engine engine, DataSource serving, BooleanSupplier stopping) {
    var queues = engine.reads().queues();
    queues.recount();
    for (var tenant : new Tenants(serving).all()) {
      if (stopping.getAsBoolean()) {
        return;
      }
      queues.count(tenant.id());
    }
  }

  static void partitions(PulsePartitions pulses) {
    pulses.makeAhead();
    pulses.dropOlderThan(PULSES_KEPT);
    pulses.sweepDefault(PULSES_KEPT);
    pulses.analyzeParents();
  }

  private void every(Duration pause, Runnable work) {
    clockwork.scheduleWithFixedDelay(
        () -> attempt(work), pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** A run that fails is not the last one. */
  private static void attempt(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.warn("upkeep failed; the next pass tries again", e);
    }
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
