package io.tapline.server.longpoll;

import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.base.FairExecutor;
import io.tapline.server.base.FairShare;
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
 * The few threads that serve all waiting requests, and their timers. Each tenant has a share of the
 * threads: streams that read a long feed from its beginning do not delay the claims of others.
 */
public final class WaitScheduler implements AutoCloseable {

  /** How often somebody looks, whatever was heard: the most that a lost wake-up can cost. */
  public static final long LOOK_MILLIS = 1_000;

  /** For work that belongs to no tenant. */
  private static final FairShare.Owner SERVER = new FairShare.Owner("server", null);

  private final ScheduledThreadPoolExecutor clockwork =
      new ScheduledThreadPoolExecutor(1, named("tapline-waiting-clock"));
  private final ExecutorService hands;
  private final FairExecutor turns;
  private final BackgroundFailures failures;

  /**
   * @param share as many database connections at most as it has in total
   */
  WaitScheduler(BackgroundFailures failures, FairShare share) {
    this.failures = failures;
    hands = Executors.newFixedThreadPool((int) share.total(), named("tapline-waiting"));
    turns = new FairExecutor(share, hands);
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
    now(SERVER, work);
  }

  public void now(long tenantId, Runnable work) {
    now(FairShare.Owner.tenant(tenantId), work);
  }

  private void now(FairShare.Owner owner, Runnable work) {
    if (hands.isShutdown()) {
      throw new RejectedExecutionException("the server ends");
    }
    turns.execute(owner, () -> attempt(work));
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
