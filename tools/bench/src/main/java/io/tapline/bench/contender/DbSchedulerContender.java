package io.tapline.bench.contender;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.event.AbstractSchedulerListener;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.LibraryVersion;
import io.tapline.bench.host.TextResource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * db-scheduler, with threads and limits from its own performance page. A completed one-time task is
 * deleted, with one commit each. New tasks wake the scheduler of the same process.
 */
public final class DbSchedulerContender implements Contender {

  private static final Duration POLL = Duration.ofSeconds(1);

  // The first of the settings on its performance page (see the README about the others).
  private static final int THREADS = 20;
  private static final Limits AHEAD = new Limits(4.0, 20.0);

  // The settings of its README for normal usage: it locks no more tasks than it has threads.
  private static final Limits AT_HAND = new Limits(0.5, 1.0);

  public static final Entry LOCK_AND_FETCH = new Terms(Strategy.LOCK_AND_FETCH, THREADS, AHEAD);

  public static final Entry FETCH = new Terms(Strategy.FETCH, THREADS, AHEAD);

  /** One job at a time: the locked jobs are those in work. */
  public static Entry lockAndFetch(int threads) {
    return new Terms(Strategy.LOCK_AND_FETCH, threads, AT_HAND);
  }

  /** One job at a time: prefetched jobs are not locked; each job is picked separately. */
  public static Entry fetch(int threads) {
    return new Terms(Strategy.FETCH, threads, AHEAD);
  }

  private final HikariDataSource pool;
  private final OneTimeTask<Void> task = Tasks.oneTime("bench").execute((instance, context) -> {});
  private final Scheduler scheduler;
  private volatile CompletionListener listener;

  private DbSchedulerContender(BenchDatabase at, Terms terms) {
    at.execute(TextResource.text(DbSchedulerContender.class, "db-scheduler.sql"));
    pool = at.pool(terms.threads() + 2);
    var builder =
        Scheduler.create(pool, task)
            .threads(terms.threads())
            .pollingInterval(POLL)
            .enableImmediateExecution()
            .addSchedulerListener(
                new AbstractSchedulerListener() {
                  @Override
                  public void onExecutionComplete(ExecutionComplete completed) {
                    listener.done(Integer.parseInt(completed.getExecution().taskInstance.getId()));
                  }
                });
    scheduler = terms.strategy().poll.apply(builder, terms.limits()).build();
  }

  /**
   * Limits of its polling as fractions of its threads: the level at which it polls, and the maximum
   * that it fetches.
   */
  private record Limits(double lower, double upper) {}

  /** Its two polling strategies. */
  private enum Strategy {
    LOCK_AND_FETCH(
        "lock-and-fetch",
        (builder, limits) -> builder.pollUsingLockAndFetch(limits.lower(), limits.upper())),
    FETCH("fetch", (builder, limits) -> builder.pollUsingFetch(limits.lower(), limits.upper()));

    private final String words;
    private final BiFunction<SchedulerBuilder, Limits, SchedulerBuilder> poll;

    Strategy(String words, BiFunction<SchedulerBuilder, Limits, SchedulerBuilder> poll) {
      this.words = words;
      this.poll = poll;
    }
  }

  private record Terms(Strategy strategy, int threads, Limits limits) implements Entry {

    @Override
    public String name() {
      return "db-scheduler " + strategy.words;
    }

    @Override
    public String version() {
      return LibraryVersion.read(Scheduler.class, "com.github.kagkarlsson", "db-scheduler");
    }

    @Override
    public String settings() {
      return "%d threads, limits %.1f–%.1f, poll %d s and immediate execution"
          .formatted(threads, limits.lower(), limits.upper(), POLL.toSeconds());
    }

    @Override
    public Contender on(BenchDatabase database) {
      return new DbSchedulerContender(database, this);
    }

    @Override
    public String countDone(int jobs) {
      return "select " + jobs + " - count(*) from scheduled_tasks";
    }
  }

  @Override
  public void enqueue(int from, int count) {
    var instances = new ArrayList<TaskInstance<?>>(count);
    for (int job = from; job < from + count; job++) {
      instances.add(task.instance(Integer.toString(job)));
    }
    scheduler.scheduleBatch(List.copyOf(instances), Instant.now());
  }

  @Override
  public void start(CompletionListener completionListener) {
    listener = completionListener;
    scheduler.start();
  }

  @Override
  public void close() {
    scheduler.stop();
    pool.close();
  }
}
