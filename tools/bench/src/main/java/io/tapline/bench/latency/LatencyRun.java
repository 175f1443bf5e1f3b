package io.tapline.bench.latency;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.RunConditions;
import io.tapline.bench.host.ServeProcess;
import io.tapline.bench.host.UncheckedCalls;
import io.tapline.bench.report.Percentiles;
import io.tapline.bench.report.ProgressDots;
import io.tapline.bench.site.EngineSite;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One idle worker and one job at a time: the time from the call that enqueues the job until the
 * worker has claimed and started it. In process the worker polls; over HTTP it is woken, and the
 * cost of wake-ups is measured too; over gRPC the server pushes jobs.
 *
 * @param pollMillis polling interval in process
 * @param wakeUpJobs jobs of one measurement of the cost of wake-ups
 * @param crowd number of workers that wait meanwhile
 * @param rounds rounds of each of these measurements
 */
public record LatencyRun(
    int jobs, int pollMillis, int wakeUpJobs, int crowd, int rounds, String command) {

  // Three tenants of one server.
  private static final String IDLE = "t-idle";
  private static final String STREAMED = "t-streamed";
  private static final String BUSY = "t-busy";

  private static final int WARM_UP = 20;

  // The pause between jobs is long enough for the worker to become idle, and irregular, so that it
  // is not in step with the polling.
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

  /** The tokens that the server needs. */
  public static String tokens() {
    return String.join(
        ";",
        ServeProcess.token(IDLE, "idle"),
        ServeProcess.token(STREAMED, "streamed"),
        ServeProcess.token(BUSY, "busy"));
  }

  public LatencyReport.Way inProcess(BenchServer server, PrintStream out) {
    try (var database = BenchDatabase.copy(server, "latency in process", EngineSite::provision);
        var counter = WorkChannel.polling(database, Duration.ofMillis(pollMillis))) {
      return measure(counter, out);
    }
  }

  /** Measures the other ways on a running server. */
  public LatencyReport served(
      BenchServer server, ServeProcess serve, LatencyReport.Way inProcess, PrintStream out) {
    var ways = new ArrayList<>(List.of(inProcess));
    try (var counter = WorkChannel.waiting(serve.address(), IDLE)) {
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
    var nanos = Percentiles.histogram();
    var afterAnswer = Percentiles.histogram();
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
          nanos.recordValue(started - enqueued);
          // The worker may start the job before the answer arrives.
          afterAnswer.recordValue(Math.max(0, started - answered));
          progressDots.accept(i + 1);
        }
      }
    }
    out.println();
    return new LatencyReport.Way(workChannel.how(), nanos, afterAnswer);
  }

  /** A worker that only waits for its next job. */
  private static final class IdleWorker implements AutoCloseable {

    private static final int STALL_SECONDS = 60;

    private final WorkChannel workChannel;
    private final Thread thread = new Thread(this::run, "bench-idle-worker");
    private final BlockingQueue<Long> starts = new ArrayBlockingQueue<>(2);
    private volatile RuntimeException failure;
    private volatile boolean stopping;

    IdleWorker(WorkChannel workChannel) {
      this.workChannel = workChannel;
    }

    void start() {
      thread.start();
    }

    /** The time when the worker started its next job, as {@link System#nanoTime()}. */
    long nextStart() {
      var start = UncheckedCalls.get(() -> starts.poll(STALL_SECONDS, TimeUnit.SECONDS));
      if (start == null || start == WorkChannel.NOTHING) {
        throw new IllegalStateException("the worker does not get its job", failure);
      }
      return start;
    }

    private void run() {
      try {
        while (!stopping) {
          long start = workChannel.serve();
          if (start != WorkChannel.NOTHING) {
            starts.add(start);
          }
        }
      } catch (RuntimeException e) {
        failure = e;
        starts.offer(WorkChannel.NOTHING);
      }
    }

    @Override
    public void close() {
      stopping = true;
      UncheckedCalls.run(thread::join);
    }
  }
}
