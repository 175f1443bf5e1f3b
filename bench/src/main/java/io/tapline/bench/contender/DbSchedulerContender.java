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
import io.tapline.bench.host.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * db-scheduler, with threads and limits from its own performance page. A one-time task that is done
 * is deleted, one commit each. New tasks wake the scheduler of the same process.
 */
public final class DbSchedulerContender implements Contender {

  // The first of the settings on its performance page (see the README about the others).
  private static final int THREADS = 20;
  private static final double LOWER = 4.0;
  private static final double UPPER = 20.0;
  private static final Duration POLL = Duration.ofSeconds(1);

  public static final Entry LOCK_AND_FETCH =
      new Terms(
          "db-scheduler lock-and-fetch", builder -> builder.pollUsingLockAndFetch(LOWER, UPPER));

  public static final Entry FETCH =
      new Terms("db-scheduler fetch", builder -> builder.pollUsingFetch(LOWER, UPPER));

  private final HikariDataSource pool;
  private final OneTimeTask<Void> task = Tasks.oneTime("bench").execute((instance, context) -> {});
  private final Scheduler scheduler;
  private volatile Completions told;

  private DbSchedulerContender(BenchDatabase at, UnaryOperator<SchedulerBuilder> strategy) {
    at.execute(Resource.text(DbSchedulerContender.class, "db-scheduler.sql"));
    pool = Pool.of(at, THREADS + 2);
    var builder =
        Scheduler.create(pool, task)
            .threads(THREADS)
            .pollingInterval(POLL)
            .enableImmediateExecution()
            .addSchedulerListener(
                new AbstractSchedulerListener() {
                  @Override
                  public void onExecutionComplete(ExecutionComplete completed) {
                    told.done(Integer.parseInt(completed.getExecution().taskInstance.getId()));
                  }
                });
    scheduler = strategy.apply(builder).build();
  }

  /** One of its two ways of finding work. */
  private record Terms(String name, UnaryOperator<SchedulerBuilder> strategy) implements Entry {

    @Override
    public String version() {
      return LibraryVersion.of(Scheduler.class, "com.github.kagkarlsson", "db-scheduler");
    }

    @Override
    public String settings() {
      return "%d threads, limits %.1f–%.1f, poll %d s and immediate execution"
          .formatted(THREADS, LOWER, UPPER, POLL.toSeconds());
    }

    @Override
    public Contender on(BenchDatabase database) {
      return new DbSchedulerContender(database, strategy);
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
  public void start(Completions completions) {
    told = completions;
    scheduler.start();
  }

  @Override
  public void close() {
    scheduler.stop();
    pool.close();
  }
}
