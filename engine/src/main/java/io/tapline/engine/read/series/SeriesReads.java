package io.tapline.engine.read.series;

import io.tapline.api.QueueSeries;
import io.tapline.api.QueueSeriesPointBuilder;
import io.tapline.engine.model.Queue;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.queue.DurationHistogram;
import io.tapline.engine.read.queue.QueueReads;
import io.tapline.engine.read.queue.QueueSample;
import io.tapline.engine.store.QueueSamples;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Figures of queues over time, from the samples of every minute; later minutes, including the
 * current one, are computed on request.
 */
public final class SeriesReads {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final QueueReads queues;

  public SeriesReads(TapDb tapDb, TemplateCache templateCache, QueueReads queues) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
    this.queues = queues;
  }

  public QueueSeries seriesOf(long tenantId, String queueKey, SeriesWindow window) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var queue = ObjectLookup.queue(tx, templateCache, queueKey);
          return series(tx, queue, window);
        });
  }

  private QueueSeries series(Tx tx, Queue queue, SeriesWindow window) throws SQLException {
    long step = window.step().toSeconds();
    var queueKey = queue.key();
    var now = ReadClock.read(tx);
    var minute = QueueSurveyor.lastMinute(now);
    long last = Math.floorDiv(now.getEpochSecond(), step);
    long first = last - window.points() + 1;
    var samples = new TreeMap<Long, List<QueueSample>>();
    var rows = QueueSamples.read(tx, queueKey, Instant.ofEpochSecond(first * step), minute);
    for (var row : rows) {
      samples
          .computeIfAbsent(
              Math.floorDiv(row.minute().getEpochSecond(), step), key -> new ArrayList<>())
          .add(
              row.sample() == null
                  ? QueueSample.NOTHING
                  : Json.read(row.sample(), QueueSample.class));
    }
    var newest = rows.isEmpty() ? null : rows.get(rows.size() - 1).minute();
    for (var at = QueueSurveyor.firstUnsampled(now, newest);
        !at.isAfter(now);
        at = at.plus(MINUTE)) {
      samples
          .computeIfAbsent(Math.floorDiv(at.getEpochSecond(), step), key -> new ArrayList<>())
          .add(queues.unsampled(tx, queue, at, now));
    }
    var points = new ArrayList<QueueSeries.Point>();
    for (long at = first; at <= last; at++) {
      points.add(point(Instant.ofEpochSecond(at * step), samples.getOrDefault(at, List.of())));
    }
    return new QueueSeries(queueKey, Duration.ofSeconds(step).toSeconds(), points);
  }

  private static QueueSeries.Point point(Instant at, List<QueueSample> samples) {
    if (samples.isEmpty()) {
      return QueueSeriesPointBuilder.builder().at(at).build();
    }
    var newest = samples.get(samples.size() - 1);
    var waits = new DurationHistogram();
    samples.forEach(sample -> waits.add(sample.waits()));
    return new QueueSeries.Point(
        at,
        newest.depth(),
        newest.oldestAgeSeconds(),
        samples.stream().mapToLong(QueueSample::completed).sum(),
        samples.stream().mapToLong(QueueSample::failed).sum(),
        waits.quantileSeconds(0.5),
        waits.quantileSeconds(0.95));
  }
}
