package io.tapline.client.worker;

import java.util.concurrent.atomic.AtomicLong;

/** Counters of a worker since its start. */
public final class WorkerFigures {

  private final AtomicLong claimed = new AtomicLong();
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong released = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();

  WorkerFigures() {}

  /** {@code lost} counts leases that ended before their job was reported. */
  public record Snapshot(long claimed, long completed, long failed, long released, long lost) {}

  public Snapshot snapshot() {
    return new Snapshot(claimed.get(), completed.get(), failed.get(), released.get(), lost.get());
  }

  void claimed() {
    claimed.incrementAndGet();
  }

  void completed() {
    completed.incrementAndGet();
  }

  void failed() {
    failed.incrementAndGet();
  }

  void released() {
    released.incrementAndGet();
  }

  void lost() {
    lost.incrementAndGet();
  }
}
