package io.tapline.bench.latency;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.site.EngineSite;
import io.tapline.bench.site.HttpSite;
import io.tapline.bench.site.TaplineSite;
import java.time.Duration;

/** The connection of an idle worker to its jobs. */
interface WorkChannel extends AutoCloseable {

  /** Result of {@link #serve} without a job. */
  long NOTHING = Long.MIN_VALUE;

  /** A short time for which a server keeps a claim, so that a run ends soon after its last job. */
  Duration SERVER_WAIT = Duration.ofSeconds(2);

  /** The way of waiting, in a few words. */
  String how();

  /** Enqueues one job; returns once it is committed. */
  void enqueue();

  /**
   * Waits for a job, claims, starts and completes it.
   *
   * @return start time of the job, as {@link System#nanoTime()}, or {@link #NOTHING}
   */
  long serve();

  @Override
  void close();

  /** The worker polls in process. */
  static WorkChannel polling(BenchDatabase at, Duration poll) {
    var how = "in process, polling every " + poll.toMillis() + " ms";
    return new SiteChannel(how, EngineSite.onCopy(at, 2), poll);
  }

  /** The claim of the worker waits at the server over HTTP, and the server wakes it. */
  static WorkChannel waiting(String address, String token) {
    return new SiteChannel(
        "over HTTP, woken by the server", new HttpSite(address, token), SERVER_WAIT);
  }

  /** Each claim of the worker waits for a job for a limited time. */
  final class SiteChannel implements WorkChannel {

    private final String how;
    private final TaplineSite site;
    private final Duration wait;
    private final String worker;
    private int enqueued;

    private SiteChannel(String how, TaplineSite site, Duration wait) {
      this.how = how;
      this.site = site;
      this.wait = wait;
      worker = site.worker(1);
    }

    @Override
    public String how() {
      return how;
    }

    @Override
    public void enqueue() {
      site.enqueue(enqueued++, 1);
    }

    @Override
    public long serve() {
      var claims = site.claim(worker, EngineSite.QUEUE, 1, wait);
      if (claims.isEmpty()) {
        return NOTHING;
      }
      long start = System.nanoTime();
      site.complete(worker, claims);
      return start;
    }

    @Override
    public void close() {
      site.close();
    }
  }
}
