package io.tapline.bench.scale;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.TextResource;
import io.tapline.bench.host.UncheckedCalls;
import io.tapline.bench.report.ProgressDots;
import io.tapline.bench.site.EngineSite;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Creates large backlogs and long histories through the engine, so that the rows are realistic, and
 * longer histories from copies of those rows.
 */
public final class BacklogFiller {

  static final int MOST_AT_ONCE = 1_000;

  private static final int THREADS = 2;
  private static final int FINISH_AT_ONCE = 500;
  private static final int FINISH_STEP = 10_000;
  private static final Duration NOT_YET = Duration.ofDays(1);
  private static final String COPY = "select pg_temp.copy_finished(?, ?, ?, ?)";

  private final EngineSite site;
  private final PrintStream out;
  private final WorkSource work;

  public BacklogFiller(EngineSite site, PrintStream out) {
    this(site, out, WorkSource.plain(EngineSite.QUEUE));
  }

  private BacklogFiller(EngineSite site, PrintStream out, WorkSource work) {
    this.site = site;
    this.out = out;
    this.work = work;
  }

  /** Each subject has its own name, for searches. */
  public static BacklogFiller named(EngineSite site, PrintStream out) {
    return new BacklogFiller(site, out, WorkSource.named(EngineSite.QUEUE));
  }

  public void ready(int count) {
    add(count, work, MOST_AT_ONCE, progress(count, "ready"));
  }

  void delayed(int count) {
    var tomorrow = Instant.now().plus(NOT_YET);
    add(count, WorkSource.delayed(tomorrow), MOST_AT_ONCE, progress(count, "not yet ready"));
  }

  /** Adds finished jobs with all their evidence. */
  void finished(int count) {
    var progress = progress(count, "finished");
    try (var parallelClaimers =
        new ParallelClaimers(site, THREADS, FINISH_AT_ONCE, () -> EngineSite.QUEUE)) {
      for (int done = 0; done < count; done += FINISH_STEP) {
        int step = Math.min(FINISH_STEP, count - done);
        add(step, work, MOST_AT_ONCE);
        parallelClaimers.work(step);
        progress.accept(done + step);
      }
    }
  }

  /** Adds finished jobs as copies of those that the engine finished. */
  void copiesOfFinished(BenchDatabase database, int count) {
    var progress = progress(count, "copies of finished ones");
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      // The triggers of the tables have run for the originals.
      statement.execute("set session_replication_role = replica");
      statement.execute(TextResource.text(BacklogFiller.class, "sql/finished_copies.sql"));
      long width = number(connection, "select pg_sequence_last_value(tapline.uid_sequence(?))");
      try (var copy = connection.prepareStatement(COPY)) {
        long done = 0;
        for (int round = 1; done < count; round++) {
          copy.setLong(1, site.tenantId());
          copy.setInt(2, round);
          copy.setLong(3, width);
          copy.setLong(4, lastSubject(connection, width, count - done));
          try (var rows = copy.executeQuery()) {
            rows.next();
            done += rows.getLong(1);
          }
          progress.accept(done);
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Limits the originals of a round to the remaining number. */
  private long lastSubject(Connection connection, long width, long most) throws SQLException {
    return number(
        connection,
        "select max(uid) from (select uid from tapline.subject where tenant_id = ? and exec_state ="
            + " 'C' and uid <= "
            + width
            + " order by uid limit "
            + most
            + ") s");
  }

  private long number(Connection connection, String sql) throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      statement.setLong(1, site.tenantId());
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  /** Adds jobs without progress output. */
  void add(int count, WorkSource work, int most) {
    add(count, work, most, done -> {});
  }

  private void add(int count, WorkSource work, int most, LongConsumer progress) {
    var next = new AtomicInteger();
    var done = new AtomicInteger();
    UncheckedCalls.parallel(
        THREADS,
        () -> {
          for (int from = next.getAndAdd(most); from < count; from = next.getAndAdd(most)) {
            int to = Math.min(count, from + most);
            site.enqueue(
                IntStream.range(from, to).mapToObj(i -> work.make(site.key("job"), i)).toList());
            progress.accept(done.addAndGet(to - from));
          }
        });
  }

  private LongConsumer progress(int count, String what) {
    out.printf(Locale.ROOT, "    adding %,d %s ", count, what);
    var progressDots = new ProgressDots(Math.max(1, count), out);
    return done -> {
      progressDots.accept(done);
      if (done == count) {
        out.println();
      }
    };
  }
}
