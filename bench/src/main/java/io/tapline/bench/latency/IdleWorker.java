package io.tapline.bench.latency;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** A worker that has nothing to do but wait for its next job. */
final class IdleWorker implements AutoCloseable {

  private static final int STALL_SECONDS = 60;

  private final Counter counter;
  private final Thread thread = new Thread(this::run, "bench-idle-worker");
  private final BlockingQueue<Long> starts = new ArrayBlockingQueue<>(2);
  private volatile RuntimeException failure;
  private volatile boolean stopping;

  IdleWorker(Counter counter) {
    this.counter = counter;
  }

  void start() {
    thread.start();
  }

  /** When it got its next job, claimed and started, as {@link System#nanoTime()} tells it. */
  long nextStart() {
    try {
      var start = starts.poll(STALL_SECONDS, TimeUnit.SECONDS);
      if (start == null || start == Counter.NOTHING) {
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
      while (!stopping) {
        long start = counter.serve();
        if (start != Counter.NOTHING) {
          starts.add(start);
        }
      }
    } catch (RuntimeException e) {
      failure = e;
      starts.offer(Counter.NOTHING);
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
