package io.tapline.server.longpoll;

import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.base.FairShare;
import io.tapline.server.base.FairShare.FairExecutor;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The few threads and timers that serve all waiting requests. Each tenant has a share of the
 * threads: streams that read a long feed from its beginning do not delay the claims of others.
 */
public final class WaitScheduler implements AutoCloseable {

  /** Interval of the periodic scan, which bounds the delay of a lost wake-up. */
  public static final long LOOK_MILLIS = 1_000;

  /** Owner of work that belongs to no tenant. */
  private static final FairShare.Owner SERVER = new FairShare.Owner("server", null);

  private final ScheduledThreadPoolExecutor timers =
      new ScheduledThreadPoolExecutor(1, named("tapline-waiting-clock"));
  private final ExecutorService threads;
  private final FairExecutor executor;
  private final BackgroundFailures failures;

  /**
   * @param share its total is the number of threads, each of which may use a database connection
   */
  WaitScheduler(BackgroundFailures failures, FairShare share) {
    this.failures = failures;
    threads = Executors.newFixedThreadPool((int) share.total(), named("tapline-waiting"));
    executor = new FairExecutor(share, threads);
    timers.setRemoveOnCancelPolicy(true);
    timers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    // A stopped server runs no timers.
    timers.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
  }

  private static ThreadFactory named(String name) {
    return work -> {
      var thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  public void now(Runnable work) {
    now(SERVER, work);
  }

  public void now(long tenantId, Runnable work) {
    now(FairShare.Owner.tenant(tenantId), work);
  }

  private void now(FairShare.Owner owner, Runnable work) {
    if (threads.isShutdown()) {
      throw new RejectedExecutionException("the server ends");
    }
    executor.execute(owner, () -> attempt(work));
  }

  /** For short work only: all timers share one thread. */
  public Future<?> in(long millis, Runnable work) {
    return timers.schedule(() -> attempt(work), millis, TimeUnit.MILLISECONDS);
  }

  public void every(long millis, Runnable work) {
    timers.scheduleWithFixedDelay(() -> attempt(work), millis, millis, TimeUnit.MILLISECONDS);
  }

  /** An exception would end a periodic timer. */
  private void attempt(Runnable work) {
    failures.isolate(Task.LONG_POLL, "timer of waiting requests", work::run);
  }

  @Override
  public void close() {
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(timers, threads));
  }
}
