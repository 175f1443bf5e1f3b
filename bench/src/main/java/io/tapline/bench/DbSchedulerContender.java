package io.tapline.bench;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.event.AbstractSchedulerListener;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * db-scheduler with the polling strategy that its documentation recommends for throughput on
 * PostgreSQL: lock-and-fetch, with threads and limits from its own benchmark page. A one-time task
 * that is done is deleted, one commit each.
 */
final class DbSchedulerContender implements Contender {

  static final Entry ENTRY =
      new Entry() {
        @Override
        public String name() {
          return "db-scheduler";
        }

        @Override
        public Contender on(BenchDatabase database, int threads) {
          return new DbSchedulerContender(database);
        }

        @Override
        public String countDone(int jobs) {
          return "select " + jobs + " - count(*) from scheduled_tasks";
        }
      };

  // The first of the settings on its performance page (see the README about the others).
  private static final int THREADS = 20;
  private static final double LOWER = 4.0;
  private static final double UPPER = 20.0;

  private final HikariDataSource pool;
  private final OneTimeTask<Void> task = Tasks.oneTime("bench").execute((instance, context) -> {});
  private final SchedulerClient client;

  // Stopped with the contender: its shutdown waits for its own timers, which is no part of the
  // work.
  private Scheduler scheduler;

  private DbSchedulerContender(BenchDatabase at) {
    at.execute(Resource.text("db-scheduler.sql"));
    var config = new HikariConfig();
    // Its batches of inserts become multi-row ones.
    config.setJdbcUrl(at.jdbcUrl("reWriteBatchedInserts=true"));
    config.setUsername(at.user());
    config.setPassword(at.password());
    config.setMaximumPoolSize(THREADS + 2);
    pool = new HikariDataSource(config);
    client = SchedulerClient.Builder.create(pool, task).build();
  }

  @Override
  public void enqueue(int from, int count) {
    var instances = new ArrayList<TaskInstance<?>>(count);
    for (int i = from; i < from + count; i++) {
      instances.add(task.instance("job-" + i));
    }
    client.scheduleBatch(List.copyOf(instances), Instant.now());
  }

  @Override
  public void work(int jobs, LongConsumer progress) {
    var left = new CountDownLatch(jobs);
    var done = new AtomicLong();
    scheduler =
        Scheduler.create(pool, task)
            .threads(THREADS)
            .pollUsingLockAndFetch(LOWER, UPPER)
            .pollingInterval(Duration.ofSeconds(1))
            .addSchedulerListener(
                new AbstractSchedulerListener() {
                  @Override
                  public void onExecutionComplete(ExecutionComplete completed) {
                    progress.accept(done.incrementAndGet());
                    left.countDown();
                  }
                })
            .build();
    scheduler.start();
    try {
      left.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (scheduler != null) {
      scheduler.stop();
    }
    pool.close();
  }
}
