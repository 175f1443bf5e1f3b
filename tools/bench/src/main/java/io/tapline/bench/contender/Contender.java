package io.tapline.bench.contender;

import io.tapline.bench.host.BenchDatabase;

/** A queue under test, on its own database. Closing it ends all of its sessions. */
public interface Contender extends AutoCloseable {

  /** Maximum number of jobs in one call of {@link #enqueue}. */
  int ENQUEUE_BATCH = 1_000;

  /** Adds no-op jobs, numbered from {@code from}, durably and in one call. */
  void enqueue(int from, int count);

  /** Starts the workers; they run until the contender is closed. */
  void start(CompletionListener completionListener);

  @Override
  void close();

  /** A contender before it has a database. */
  interface Entry {

    String name();

    /** The version of the library under test. */
    String version();

    /** The settings of the contender, in a few words. */
    String settings();

    Contender on(BenchDatabase database);

    /**
     * Starts a contender. One with a new process per round first does as many jobs as it has done
     * in earlier rounds, so that it is as warm as a contender with a permanent process.
     *
     * @param done jobs of earlier rounds
     */
    default Contender on(BenchDatabase database, int done) {
      return on(database);
    }

    /** The query that counts the completed jobs in the database. */
    String countDone(int jobs);
  }
}
