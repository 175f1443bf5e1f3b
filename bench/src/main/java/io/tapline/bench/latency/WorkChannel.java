package io.tapline.bench.latency;

/** Where an idle worker gets its jobs. */
interface WorkChannel extends AutoCloseable {

  /** What {@link #serve} says when there was nothing. */
  long NOTHING = Long.MIN_VALUE;

  /** How it waits, in a few words. */
  String how();

  /** One job; returns once it is there. */
  void enqueue();

  /**
   * Waits for a job, claims, starts and completes it.
   *
   * @return when the worker had it, as {@link System#nanoTime()} tells it, or {@link #NOTHING}
   */
  long serve();

  @Override
  void close();
}
