package io.tapline.bench;

import java.util.function.LongConsumer;

/** A queue under test, set up on a database of its own. Closing it ends all of its sessions. */
interface Contender extends AutoCloseable {

  /** Most jobs that one call of {@link #enqueue} is given. */
  int ENQUEUE_BATCH = 1_000;

  /** Adds jobs whose keys are numbered from {@code from}; none is worked on yet. */
  void enqueue(int from, int count);

  /**
   * Works until that many jobs are done, durably.
   *
   * @param progress is told how many are done so far, now and then, by any thread
   */
  void work(int jobs, LongConsumer progress);

  @Override
  void close();

  /** How a contender comes to a database. */
  interface Entry {

    String name();

    Contender on(BenchDatabase database, int threads);

    /** How many jobs the database itself says are done. */
    String countDone(int jobs);
  }
}
