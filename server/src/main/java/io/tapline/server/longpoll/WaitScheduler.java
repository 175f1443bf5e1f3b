package io.tapline.server.longpoll;

import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.server.base.ExecutorStop;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The few threads that serve all waiting requests, and their timers. */
public final class WaitScheduler implements AutoCloseable {

  /** How often somebody looks, whatever was heard: the most that a lost wake-up can cost. */
  public static final long LOOK_MILLIS = 1_000;

  /**
   * As many database connections at most: a part of the pool, and more than two cores keep busy.
   */
  private static final int HANDS = 6;

  private final ScheduledThreadPoolExecutor clockwork =
      new ScheduledThreadPoolExecutor(1, named("tapline-waiting-clock"));
  private final ExecutorService hands =
      Executors.newFixedThreadPool(HANDS, named("tapline-waiting"));

  private final BackgroundFailures failures;

  WaitScheduler(BackgroundFailures failures) {
    this.failures = failures;
    clockwork.setRemoveOnCancelPolicy(true);
    clockwork.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    // A server that has ended keeps no appointments.
    clockwork.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
  }

  private static ThreadFactory named(String name) {
    return work -> {
      var thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  public void now(Runnable work) {
    hands.execute(() -> attempt(work));
  }

  /** Short work only: all timers share one thread. */
  public Future<?> in(long millis, Runnable work) {
    return clockwork.schedule(() -> attempt(work), millis, TimeUnit.MILLISECONDS);
  }

  public void every(long millis, Runnable work) {
    clockwork.scheduleWithFixedDelay(() -> attempt(work), millis, millis, TimeUnit.MILLISECONDS);
  }

  /** A timer whose work throws would never run again. */
  private void attempt(Runnable work) {
    failures.isolate(Task.LONG_POLL, "timer of waiting requests", work::run);
  }

  @Override
  public void close() {
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(clockwork, hands));
  }
}
