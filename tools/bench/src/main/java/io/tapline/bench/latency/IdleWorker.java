package io.tapline.bench.latency;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** A worker that only waits for its next job. */
final class IdleWorker implements AutoCloseable {

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
    try {
      var start = starts.poll(STALL_SECONDS, TimeUnit.SECONDS);
      if (start == null || start == WorkChannel.NOTHING) {
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
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
