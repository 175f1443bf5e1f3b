package io.tapline.bench.scale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs tasks in parallel and waits for them. */
final class ParallelThreads implements AutoCloseable {

  private final ExecutorService threads;

  ParallelThreads(int count) {
    threads = Executors.newFixedThreadPool(count);
  }

  /** The results of all tasks, in order; the first failure is thrown. */
  <T> List<T> run(List<Callable<T>> tasks) {
    try {
      var answers = new ArrayList<T>();
      for (var one : threads.invokeAll(tasks)) {
        answers.add(one.get());
      }
      return answers;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Runs one task in this number of threads. */
  static void times(int count, Runnable task) {
    try (var threads = new ParallelThreads(count)) {
      threads.run(Collections.nCopies(count, Executors.callable(task)));
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
