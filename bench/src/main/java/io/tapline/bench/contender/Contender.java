package io.tapline.bench.contender;

import io.tapline.bench.host.BenchDatabase;

/** A queue under test, set up on a database of its own. Closing it ends all of its sessions. */
public interface Contender extends AutoCloseable {

  /** Most jobs that one call of {@link #enqueue} is given. */
  int ENQUEUE_BATCH = 1_000;

  /** Adds jobs that do nothing, numbered from {@code from}, durably and in one go. */
  void enqueue(int from, int count);

  /** Sets the workers to work; they go on until the contender is closed. */
  void start(CompletionListener completionListener);

  @Override
  void close();

  /** How a contender comes to a database. */
  interface Entry {

    String name();

    /** Of the library under test. */
    String version();

    /** What it is run with, in a few words. */
    String settings();

    Contender on(BenchDatabase database);

    /**
     * The same for one whose process is a new one every time: so that it is measured as warm as
     * those that stay, it does as many jobs first as it has done by then.
     *
     * @param done jobs of earlier rounds
     */
    default Contender on(BenchDatabase database, int done) {
      return on(database);
    }

    /** How many of so many jobs the database itself says are done. */
    String countDone(int jobs);
  }
}
