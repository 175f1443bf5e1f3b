package io.tapline.server.base;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The end of threads that work beside the requests: nothing new is begun, and what is under way
 * comes to its end, because a thread that is interrupted or left alone amid a transaction loses it
 * with its connection. Only what takes too long is interrupted.
 */
public final class ExecutorStop {

  /** Passes take milliseconds; together with others a step of the stop has some seconds. */
  public static final Duration USUAL = Duration.ofSeconds(5);

  /** For what was interrupted to notice. */
  private static final Duration INTERRUPTED = Duration.ofSeconds(2);

  private ExecutorStop() {}

  /** Each of them in the order given, for so long together. */
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
