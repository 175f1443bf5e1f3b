package io.tapline.engine.testing;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * What a test lets wait, on a thread of its own: on two cores the common pool has one thread only,
 * and that one delivers the answers of the HTTP client too.
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
