package io.tapline.bench.latency;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.Setting;
import io.tapline.bench.report.Dots;
import io.tapline.bench.site.Site;
import io.tapline.engine.command.Enqueue;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * One idle worker in process, one job at a time: how long from the call that enqueues it until the
 * worker has it, claimed and started. The worker polls.
 *
 * @param pollMillis how long it waits before it asks again
 */
public record Latency(int jobs, int pollMillis, String command) {

  private static final int WARM_UP = 20;

  // Between jobs, so long that the worker is idle, and irregular, so as not to keep step with it.
  private static final int LEAST_PAUSE_MILLIS = 20;
  private static final int MORE_PAUSE_MILLIS = 50;
  private static final int SEED = 1;

  public LatencyReport run(BenchServer server, PrintStream out) {
    try (var database = BenchDatabase.create(server, "latency");
        var site = new Site(database, 2)) {
      out.println("  one worker in process, polling every " + pollMillis + " ms");
      var nanos = measure(site, out);
      out.println();
      return new LatencyReport(Setting.of(server, command), pollMillis, nanos);
    }
  }

  private long[] measure(Site site, PrintStream out) {
    var pauses = new Random(SEED);
    var nanos = new long[jobs];
    var dots = new Dots(jobs, out);
    try (var worker = new IdleWorker(site, Duration.ofMillis(pollMillis))) {
      worker.start();
      for (int i = -WARM_UP; i < jobs; i++) {
        int pause = LEAST_PAUSE_MILLIS + pauses.nextInt(MORE_PAUSE_MILLIS);
        LockSupport.parkNanos(Duration.ofMillis(pause).toNanos());
        long enqueued = System.nanoTime();
        site.enqueue(List.of(Enqueue.task(site.key("job"), Site.QUEUE, null)));
        long waited = worker.nextStart() - enqueued;
        if (i >= 0) {
          nanos[i] = waited;
          dots.accept(i + 1);
        }
      }
    }
    return nanos;
  }
}
