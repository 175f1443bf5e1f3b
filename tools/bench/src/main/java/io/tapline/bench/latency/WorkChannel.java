package io.tapline.bench.latency;

/** The connection of an idle worker to its jobs. */
interface WorkChannel extends AutoCloseable {

  /** Result of {@link #serve} without a job. */
  long NOTHING = Long.MIN_VALUE;

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
}
