package io.tapline.bench.figures;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.ServeProcess;
import io.tapline.bench.host.UncheckedCalls;
import io.tapline.bench.report.Percentiles;
import io.tapline.bench.site.HttpSite;
import io.tapline.client.worker.Job;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ObjDoubleConsumer;
import org.HdrHistogram.Histogram;

/**
 * A worker runtime over HTTP that is mostly idle: jobs arrive one by one at a steady rate. The time
 * runs from the call that enqueues a job to the start of its handler.
 */
public final class HandlerStart {

  private static final String TOKEN = "t-handler-start-figure";
  private static final int JOBS_PER_SECOND = 50;
  private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1) / JOBS_PER_SECOND;
  private static final int STALL_SECONDS = 60;

  private HandlerStart() {}

  /** The tokens that a server for this measurement needs. */
  public static String tokens() {
    return ServeProcess.token(TOKEN, "handler");
  }

  static void run(BenchServer server, FigureSizes sizes, ObjDoubleConsumer<Figure> measured) {
    try (var database = BenchDatabase.create(server, "handler");
        var serve = ServeProcess.start(database, tokens())) {
      run(serve.address(), sizes, measured);
    }
  }

  /** Measures on a running server. */
  public static void run(String address, FigureSizes sizes, ObjDoubleConsumer<Figure> measured) {
    var starts = new LinkedBlockingQueue<Start>();
    try (var site = new HttpSite(address, TOKEN)) {
      var worker =
          site.runtime(sizes.connections())
              .handle(
                  job -> {
                    starts.add(Start.of(job));
                    return null;
                  })
              .start();
      try {
        var jobs = new Jobs(site, starts);
        jobs.warmUp(sizes.warmUpSeconds());
        for (int round = 1; round <= sizes.rounds(); round++) {
          var nanos = jobs.measure(JOBS_PER_SECOND * sizes.handlerSeconds());
          measured.accept(Figure.HANDLER_START, Percentiles.of(nanos).p50());
        }
      } finally {
        worker.close();
      }
    }
  }

  /** The start of the handler of a job, as {@link System#nanoTime()}. */
  private record Start(int job, long nanos) {

    static Start of(Job job) {
      return new Start(job.properties().get("n").intValue(), System.nanoTime());
    }
  }

  /** The producer. */
  private static final class Jobs {

    private final HttpSite site;
    private final BlockingQueue<Start> starts;
    private int enqueued;

    Jobs(HttpSite site, BlockingQueue<Start> starts) {
      this.site = site;
      this.starts = starts;
    }

    /** Jobs run one after another, so that server and client compile the measured code. */
    void warmUp(int seconds) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      do {
        site.enqueue(enqueued++, 1);
        next();
      } while (System.nanoTime() < end);
    }

    Histogram measure(int jobs) {
      int first = enqueued;
      var begins = new long[jobs];
      long begin = System.nanoTime();
      for (int i = 0; i < jobs; i++) {
        long due = begin + i * INTERVAL;
        while (due - System.nanoTime() > 0) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        begins[i] = System.nanoTime();
        site.enqueue(enqueued++, 1);
      }
      var nanos = Percentiles.histogram();
      for (int i = 0; i < jobs; i++) {
        var start = next();
        nanos.recordValue(start.nanos() - begins[start.job() - first]);
      }
      return nanos;
    }

    private Start next() {
      var start = UncheckedCalls.get(() -> starts.poll(STALL_SECONDS, TimeUnit.SECONDS));
      if (start == null) {
        throw new IllegalStateException("the worker does not get its job");
      }
      return start;
    }
  }
}
