package io.tapline.bench.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Calls whose checked exceptions end the run; an interrupt ends it too. */
public final class UncheckedCalls {

  private UncheckedCalls() {}

  /** An action without a result. */
  public interface Action {

    void run() throws Exception;
  }

  public static void run(Action action) {
    get(
        () -> {
          action.run();
          return null;
        });
  }

  public static <T> T get(Callable<T> action) {
    try {
      return action.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  public static void sleep(long millis) {
    run(() -> Thread.sleep(millis));
  }

  /** Runs tasks in parallel. @return their results, in order; the first failure is thrown */
  public static <T> List<T> parallel(ExecutorService threads, List<Callable<T>> tasks) {
    return get(
        () -> {
          var results = new ArrayList<T>();
          for (var one : threads.invokeAll(tasks)) {
            results.add(one.get());
          }
          return results;
        });
  }

  /** Runs one task in this number of threads. */
  public static void parallel(int count, Runnable task) {
    var threads = Executors.newFixedThreadPool(count);
    try {
      parallel(threads, Collections.nCopies(count, Executors.callable(task)));
    } finally {
      threads.shutdownNow();
    }
  }

  public static void daemon(String name, Runnable task) {
    var thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }
}
