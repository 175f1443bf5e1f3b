package io.tapline.bench.latency;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.RunConditions;
import io.tapline.bench.host.ServeProcess;
import io.tapline.bench.report.ProgressDots;
import io.tapline.bench.site.EngineSite;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * One idle worker, one job at a time: how long from the call that enqueues it until the worker has
 * it, claimed and started. In process it polls; over HTTP it is woken, and what that costs is
 * measured too; over gRPC it is sent its jobs.
 *
 * @param pollMillis how long the one in process waits before it asks again
 * @param wakeUpJobs of one measurement of the cost of wake-ups
 * @param crowd how many wait meanwhile
 * @param rounds of each of these measurements
 */
public record LatencyRun(
    int jobs, int pollMillis, int wakeUpJobs, int crowd, int rounds, String command) {

  // Three tenants of one server.
  private static final String IDLE = "t-idle";
  private static final String STREAMED = "t-streamed";
  private static final String BUSY = "t-busy";

  private static final int WARM_UP = 20;

  // Between jobs, so long that the worker is idle, and irregular, so as not to keep step with it.
  private static final int LEAST_PAUSE_MILLIS = 20;
  private static final int MORE_PAUSE_MILLIS = 50;
  private static final int SEED = 1;

  public LatencyReport run(BenchServer server, PrintStream out) {
    var inProcess = inProcess(server, out);
    try (var database = BenchDatabase.create(server, "latency over HTTP");
        var serve = ServeProcess.start(database, tokens())) {
      return served(server, serve, inProcess, out);
    }
  }

  /** What a server has to let in. */
  public static String tokens() {
    return String.join(
        ";",
        ServeProcess.token(IDLE, "idle"),
        ServeProcess.token(STREAMED, "streamed"),
        ServeProcess.token(BUSY, "busy"));
  }

  public LatencyReport.Way inProcess(BenchServer server, PrintStream out) {
    try (var database = BenchDatabase.copy(server, "latency in process", EngineSite::provision);
        var counter = new PollingChannel(database, Duration.ofMillis(pollMillis))) {
      return measure(counter, out);
    }
  }

  /** The rest, over a server that is there. */
  public LatencyReport served(
      BenchServer server, ServeProcess serve, LatencyReport.Way inProcess, PrintStream out) {
    var ways = new ArrayList<>(List.of(inProcess));
    try (var counter = new WaitingChannel(serve.address(), IDLE)) {
      ways.add(measure(counter, out));
    }
    try (var counter = new StreamedChannel(serve.address(), serve.grpcAddress(), STREAMED)) {
      ways.add(measure(counter, out));
    }
    out.println("  the cost of wake-ups, " + crowd + " waiting");
    var rates = new WakeUps(wakeUpJobs, crowd, rounds).measure(serve.address(), BUSY);
    return new LatencyReport(RunConditions.of(server, command), ways, rates);
  }

  private LatencyReport.Way measure(WorkChannel workChannel, PrintStream out) {
    out.println("  one worker " + workChannel.how());
    var pauses = new Random(SEED);
    var nanos = new long[jobs];
    var afterAnswer = new long[jobs];
    var progressDots = new ProgressDots(jobs, out);
    try (var worker = new IdleWorker(workChannel)) {
      worker.start();
      for (int i = -Math.min(WARM_UP, jobs); i < jobs; i++) {
        int pause = LEAST_PAUSE_MILLIS + pauses.nextInt(MORE_PAUSE_MILLIS);
        LockSupport.parkNanos(Duration.ofMillis(pause).toNanos());
        long enqueued = System.nanoTime();
        workChannel.enqueue();
        long answered = System.nanoTime();
        long started = worker.nextStart();
        if (i >= 0) {
          nanos[i] = started - enqueued;
          // The worker may be quicker than the answer.
          afterAnswer[i] = Math.max(0, started - answered);
          progressDots.accept(i + 1);
        }
      }
    }
    out.println();
    return new LatencyReport.Way(workChannel.how(), nanos, afterAnswer);
  }
}
