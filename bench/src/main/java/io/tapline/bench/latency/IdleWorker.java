package io.tapline.bench.latency;

import io.tapline.bench.site.Site;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A worker that has nothing to do but wait for its next job, by asking again and again. */
final class IdleWorker implements AutoCloseable {

  private static final int STALL_SECONDS = 60;
  private static final long NEVER = Long.MIN_VALUE;

  private final Site site;
  private final Duration poll;
  private final Thread thread = new Thread(this::run, "bench-idle-worker");
  private final BlockingQueue<Long> starts = new ArrayBlockingQueue<>(2);
  private volatile RuntimeException failure;
  private volatile boolean stopping;

  IdleWorker(Site site, Duration poll) {
    this.site = site;
    this.poll = poll;
  }

  void start() {
    thread.start();
  }

  /** When it got its next job, claimed and started, as {@link System#nanoTime()} tells it. */
  long nextStart() {
    try {
      var start = starts.poll(STALL_SECONDS, TimeUnit.SECONDS);
      if (start == null || start == NEVER) {
        throw new IllegalStateException("the worker does not get its job", failure);
      }
      return start;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void run() {
    try {
      var worker = site.worker(1);
      while (!stopping) {
        var claimed = site.claim(worker, Site.QUEUE, 1);
        if (claimed.isEmpty()) {
          LockSupport.parkNanos(poll.toNanos());
          continue;
        }
        long start = System.nanoTime();
        site.complete(worker, claimed);
        starts.add(start);
      }
    } catch (RuntimeException e) {
      failure = e;
      starts.offer(NEVER);
    }
  }

  @Override
  public void close() {
    stopping = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
