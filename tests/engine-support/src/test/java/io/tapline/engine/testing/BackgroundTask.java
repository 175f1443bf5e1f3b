package io.tapline.engine.testing;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Runs blocking work of a test on its own thread: on two cores the common pool has one thread only,
 * which also delivers the answers of the HTTP client.
 */
public final class BackgroundTask {

  private BackgroundTask() {}

  public static CompletableFuture<Void> run(Runnable work) {
    return CompletableFuture.runAsync(work, BackgroundTask::start);
  }

  public static <T> CompletableFuture<T> get(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, BackgroundTask::start);
  }

  private static void start(Runnable work) {
    var thread = new Thread(work, "aside");
    thread.setDaemon(true);
    thread.start();
  }
}
