package io.tapline.engine.read.series;

import io.tapline.engine.model.Queue;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.queue.AttemptEndings;
import io.tapline.engine.read.queue.DurationHistogram;
import io.tapline.engine.read.queue.QueueReads;
import io.tapline.engine.read.queue.QueueSample;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.QueueSamples;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TenantSamples;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stores the figures of the queues of a tenant once a minute, by one of the servers. The depth of a
 * queue cannot be reconstructed later.
 */
public final class QueueSurveyor {

  /** Attempts that ended in a minute are committed after this time. */
  private static final Duration SETTLED = Duration.ofSeconds(10);

  /** A minute whose sample is late by at most this much is computed on request. */
  private static final Duration LATE = Duration.ofMinutes(2);

  /** Waits are measured from the previous sample, if it is not older than this. */
  private static final Duration LOOK_BACK = Duration.ofMinutes(10);

  /** Number of claims per queue that determine the waiting times. */
  private static final int WAITS = 1_000;

  private static final NamedSql WAITED =
      NamedSql.load(DecisionRows.class, "queue_stats/queue_waits");

  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final QueueReads queues;
  private final TenantSampler whole;
  private final Map<Long, Instant> done = new ConcurrentHashMap<>();

  public QueueSurveyor(TapDb tapDb, TemplateCache templateCache, QueueReads queues) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
    this.queues = queues;
    this.whole = new TenantSampler(templateCache);
  }

  /** The newest minute that can be sampled. */
  static Instant lastMinute(Instant now) {
    return now.minus(SETTLED).truncatedTo(ChronoUnit.MINUTES).minus(1, ChronoUnit.MINUTES);
  }

  /**
   * The first minute that is computed on request.
   *
   * @param newest the newest sampled minute; null when there is none
   */
  static Instant firstUnsampled(Instant now, Instant newest) {
    var last = lastMinute(now);
    boolean late = newest != null && !newest.isBefore(last.minus(LATE));
    return (late ? newest : last).plus(1, ChronoUnit.MINUTES);
  }

  /**
   * Takes the sample of the last minute unless another server has.
   *
   * @return whether this call took it
   */
  public boolean take(long tenantId) {
    return tapDb.transaction(
        tenantId,
        tx -> {
          var minute = lastMinute(ReadClock.read(tx));
          if (minute.equals(done.get(tenantId))) {
            return false;
          }
          if (!QueueSamples.lock(tx)) {
            return false;
          }
          boolean taken = take(tx, minute);
          done.put(tenantId, minute);
          return taken;
        });
  }

  private boolean take(Tx tx, Instant minute) throws SQLException {
    var known = QueueSamples.read(tx, "", minute.minus(LOOK_BACK), minute);
    var newest = known.isEmpty() ? null : known.get(known.size() - 1);
    var all = new DecisionRows(tx, templateCache).queues().all();
    if (all.isEmpty() || newest != null && newest.minute().equals(minute)) {
      return false;
    }
    var clockAndIds = TransactionClockAndIds.underLock(tx, templateCache, 1);
    var ref = clockAndIds.next(templateCache.template(tx, TemplateCache.QUEUE_SAMPLE));
    var endings = queues.endings(tx, clockAndIds.now(), minute, minute.plus(1, ChronoUnit.MINUTES));
    var samples = new TreeMap<String, QueueSample>();
    for (var queue : all) {
      var waits =
          newest == null ? new DurationHistogram() : waits(tx, queue, newest.uid(), ref.uid());
      var sample =
          sample(
              tx,
              queue,
              clockAndIds.now(),
              endings.getOrDefault(queue.uid(), AttemptEndings.NONE),
              waits);
      if (!sample.equals(QueueSample.NOTHING)) {
        samples.put(queue.key(), sample);
      }
    }
    QueueSamples.write(tx, templateCache, ref, clockAndIds.now(), minute, samples);
    long depth = samples.values().stream().mapToLong(QueueSample::depth).sum();
    writeWhole(
        tx, clockAndIds, minute, whole.minute(tx, clockAndIds.now(), depth, endings.values()));
    return true;
  }

  private void writeWhole(
      Tx tx, TransactionClockAndIds clockAndIds, Instant minute, TenantSample sample)
      throws SQLException {
    var quarters = whole.quarters(tx, minute);
    clockAndIds.more(tx, 1 + quarters.size());
    TenantSamples.writeMinute(tx, templateCache, clockAndIds, minute, sample);
    for (var quarter : quarters.entrySet()) {
      TenantSamples.writeQuarter(
          tx, templateCache, clockAndIds, quarter.getKey(), quarter.getValue());
    }
    whole.noteSample(tx, minute);
  }

  private QueueSample sample(
      Tx tx, Queue queue, Instant now, AttemptEndings endings, DurationHistogram waits)
      throws SQLException {
    var depth = queues.depths().counted(tx, queue, now);
    return new QueueSample(
        depth.count(),
        depth.oldest() == null ? null : Duration.between(depth.oldest(), now).toMillis() / 1000.0,
        endings.succeeded(),
        endings.failed(),
        waits.steps());
  }

  private static DurationHistogram waits(Tx tx, Queue queue, long from, long until)
      throws SQLException {
    var waits = new DurationHistogram();
    tx.query(
        WAITED,
        row -> {
          waits.add(row.getInt("step"), row.getLong("claims"));
          return waits;
        },
        Map.of("queue_uid", queue.uid(), "from_uid", from, "to_uid", until, "most", WAITS));
    return waits;
  }
}
