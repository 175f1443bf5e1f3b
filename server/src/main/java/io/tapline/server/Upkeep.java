package io.tapline.server;

import io.tapline.engine.Engine;
import io.tapline.engine.Sweeper;
import io.tapline.server.database.OpenDatabase;
import io.tapline.tapdb.PulsePartitions;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done from time to time, whoever asks: lapses are settled, pulses are made room for. */
final class Upkeep implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  /** Heartbeats and renewals are short-lived evidence: longer than anyone looks back at them. */
  static final Duration PULSES_KEPT = Duration.ofDays(7);

  private static final Duration PARTITIONS_EVERY = Duration.ofHours(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ScheduledExecutorService clockwork =
      Executors.newScheduledThreadPool(
          2,
          work -> {
            var thread = new Thread(work, "tapline-upkeep");
            thread.setDaemon(true);
            return thread;
          });

  /** Makes today's partitions at once, so that the first heartbeat finds its place. */
  static Upkeep start(Engine engine, OpenDatabase database, Duration sweepEvery) {
    var upkeep = new Upkeep();
    var pulses = new PulsePartitions(database.owner());
    pulses.makeAhead();
    upkeep.every(sweepEvery, new Sweeper(engine, database.serving()));
    upkeep.every(PARTITIONS_EVERY, () -> partitions(pulses));
    return upkeep;
  }

  private static void partitions(PulsePartitions pulses) {
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

  @Override
  public void close() {
    clockwork.shutdown();
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
