package io.tapline.bench.latency;

import io.tapline.bench.host.UncheckedCalls;
import io.tapline.bench.report.Spread;
import io.tapline.bench.site.EngineSite;
import io.tapline.bench.site.HttpSite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The cost of wake-ups: jobs per second that are enqueued and done at the same time over HTTP,
 * without waiting workers, and with many workers that wait without success in another queue or in
 * the same one.
 *
 * @param jobs jobs of one measurement
 * @param crowd number of waiting workers
 * @param rounds rounds of each measurement
 */
public record WakeUps(int jobs, int crowd, int rounds) {

  private static final String ELSEWHERE = "elsewhere";
  private static final String HERE = "here";
  private static final String NOWHERE = "nowhere";
  private static final int WARM_UPS = 2;
  private static final int WORKERS = 2;
  private static final int BATCH = 100;
  private static final Duration WAIT = Duration.ofSeconds(1);
  private static final int STALL_MINUTES = 5;
  private static final double NANOS = 1e9;

  /** Jobs per second. */
  public record Rates(int crowd, Spread alone, Spread crowdElsewhere, Spread crowdHere) {}

  /**
   * The measurements alternate, because the JVM of the server still compiles and the load of the
   * machine varies.
   */
  Rates measure(String address, String token) {
    var alone = new ArrayList<Double>();
    var elsewhere = new ArrayList<Double>();
    var here = new ArrayList<Double>();
    try (var site = new HttpSite(address, token)) {
      site.queue(ELSEWHERE);
      int turn = 0;
      while (turn < WARM_UPS) {
        rate(site, turn++);
      }
      for (int round = 0; round < rounds; round++) {
        alone.add(rate(site, turn++));
        elsewhere.add(withCrowd(address, token, site, ELSEWHERE, turn++));
        here.add(withCrowd(address, token, site, EngineSite.QUEUE, turn++));
      }
    }
    return new Rates(crowd, Spread.of(alone), Spread.of(elsewhere), Spread.of(here));
  }

  private double withCrowd(String address, String token, HttpSite site, String queueKey, int turn) {
    try (var theirs = HttpSite.joining(address, token)) {
      var waiting = new IdleCrowd(theirs, crowd, queueKey, NOWHERE);
      double rate = rate(site, turn);
      waiting.disperse();
      return rate;
    }
  }

  private double rate(HttpSite site, int turn) {
    var left = new AtomicInteger(jobs);
    var threads = Executors.newFixedThreadPool(WORKERS);
    try {
      var workers = new ArrayList<Future<Long>>();
      long start = System.nanoTime();
      for (int i = 0; i < WORKERS; i++) {
        var worker = site.worker(BATCH);
        workers.add(threads.submit(() -> work(site, worker, left)));
      }
      for (int from = 0; from < jobs; from += BATCH) {
        site.enqueue(turn * jobs + from, Math.min(BATCH, jobs - from), HERE);
      }
      // All workers end here: a waiting claim would take jobs of the next measurement.
      long end = Long.MIN_VALUE;
      for (var worker : workers) {
        end = Math.max(end, UncheckedCalls.get(() -> worker.get(STALL_MINUTES, TimeUnit.MINUTES)));
      }
      return jobs / ((end - start) / NANOS);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Works until no job is left. @return the time of its last completion */
  private static long work(HttpSite site, String worker, AtomicInteger left) {
    long last = Long.MIN_VALUE;
    while (left.get() > 0) {
      var claims = site.claim(worker, EngineSite.QUEUE, BATCH, WAIT);
      if (!claims.isEmpty()) {
        site.complete(worker, claims);
        last = System.nanoTime();
        left.addAndGet(-claims.size());
      }
    }
    return last;
  }

  /** Idle workers whose claims wait at the server without success. */
  private static final class IdleCrowd {

    private static final Duration LONG_WAIT = Duration.ofSeconds(20);

    private volatile boolean stopping;
    private volatile RuntimeException failure;

    /**
     * @param queueKey the queue of their claims
     * @param site the site that they serve; no job has it, so that they never receive one
     */
    IdleCrowd(HttpSite at, int size, String queueKey, String site) {
      for (int i = 0; i < size; i++) {
        var worker = at.worker(1, List.of(site));
        UncheckedCalls.daemon("bench-crowd", () -> claimRepeatedly(at, worker, queueKey));
      }
    }

    private void claimRepeatedly(HttpSite at, String worker, String queueKey) {
      try {
        while (!stopping) {
          if (!at.claim(worker, queueKey, 1, LONG_WAIT).isEmpty()) {
            throw new IllegalStateException("one of the crowd got a job that is not for it");
          }
        }
      } catch (RuntimeException e) {
        if (!stopping) {
          failure = e;
        }
      }
    }

    /** Prevents further claims; the waiting ones end when their site is closed. */
    void disperse() {
      stopping = true;
      if (failure != null) {
        throw new IllegalStateException(failure);
      }
    }
  }
}
