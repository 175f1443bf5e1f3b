package io.tapline.server.base;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Stops background executors: they accept no new tasks, and running tasks finish, because a thread
 * that is interrupted inside a transaction loses it with its connection. Tasks that exceed the
 * limit are interrupted.
 */
public final class ExecutorStop {

  /** Tasks take milliseconds; a shutdown step that stops several executors has some seconds. */
  public static final Duration USUAL = Duration.ofSeconds(5);

  /** Time for interrupted tasks to end. */
  private static final Duration INTERRUPTED = Duration.ofSeconds(2);

  private ExecutorStop() {}

  /** Stops the executors in this order; the limit applies to all of them together. */
  public static void orderly(Duration most, List<? extends ExecutorService> executors) {
    executors.forEach(ExecutorService::shutdown);
    try {
      long until = System.nanoTime() + most.toNanos();
      for (var executor : executors) {
        if (!executor.awaitTermination(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          executor.shutdownNow();
          executor.awaitTermination(INTERRUPTED.toMillis(), TimeUnit.MILLISECONDS);
        }
      }
    } catch (InterruptedException e) {
      executors.forEach(ExecutorService::shutdownNow);
      Thread.currentThread().interrupt();
    }
  }
}
