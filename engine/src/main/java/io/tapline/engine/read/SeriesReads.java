package io.tapline.engine.read;

import io.tapline.engine.store.QueueSamples;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Queues over time, from the samples that upkeep takes every minute. */
public final class SeriesReads {

  private final TapDb tapDb;
  private final QueueReads queues;

  SeriesReads(TapDb tapDb, QueueReads queues) {
    this.tapDb = tapDb;
    this.queues = queues;
  }

  public QueueSeries of(long tenantId, String queueKey, SeriesWindow window) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          queues.find(tx, queueKey);
          return series(tx, queueKey, window);
        });
  }

  private static QueueSeries series(Tx tx, String queueKey, SeriesWindow window)
      throws SQLException {
    long step = window.step().toSeconds();
    var minute = QueueSurveyor.lastMinute(Now.read(tx));
    long last = Math.floorDiv(minute.getEpochSecond(), step);
    long first = last - window.points() + 1;
    var samples = new TreeMap<Long, List<QueueSample>>();
    for (var row : QueueSamples.read(tx, queueKey, Instant.ofEpochSecond(first * step), minute)) {
      samples
          .computeIfAbsent(
              Math.floorDiv(row.minute().getEpochSecond(), step), key -> new ArrayList<>())
          .add(
              row.sample() == null
                  ? QueueSample.NOTHING
                  : Json.read(row.sample(), QueueSample.class));
    }
    var points = new ArrayList<QueueSeries.Point>();
    for (long at = first; at <= last; at++) {
      points.add(point(Instant.ofEpochSecond(at * step), samples.getOrDefault(at, List.of())));
    }
    return new QueueSeries(queueKey, Duration.ofSeconds(step).toSeconds(), points);
  }

  private static QueueSeries.Point point(Instant at, List<QueueSample> samples) {
    if (samples.isEmpty()) {
      return new QueueSeries.Point(at, null, null, null, null, null, null);
    }
    var newest = samples.get(samples.size() - 1);
    var waits = new Durations();
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
