package io.tapline.engine.read.series;

import io.tapline.api.WholeSeries;
import io.tapline.api.WholeSeriesPointBuilder;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.queue.QueueReads;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TenantSamples;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Figures of all queues and workers over time, from the samples; later minutes, including the
 * current one, are computed on request.
 */
public final class TenantSeriesReads {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final TapDb tapDb;
  private final QueueReads queues;
  private final TenantSampler sampler;

  public TenantSeriesReads(TapDb tapDb, TemplateCache templateCache, QueueReads queues) {
    this.tapDb = tapDb;
    this.queues = queues;
    this.sampler = new TenantSampler(templateCache);
  }

  public WholeSeries series(long tenantId, TenantSeriesWindow window) {
    return tapDb.snapshot(tenantId, tx -> series(tx, window));
  }

  private WholeSeries series(Tx tx, TenantSeriesWindow window) throws SQLException {
    long step = window.step().toSeconds();
    var now = ReadClock.read(tx);
    long last = Math.floorDiv(now.getEpochSecond(), step);
    long first = last - window.points() + 1;
    var samples = new TreeMap<Long, List<TenantSample>>();
    var rows = sampled(tx, window, Instant.ofEpochSecond(first * step), now);
    for (var row : rows) {
      add(samples, step, row.at(), TenantSampler.read(row));
    }
    var newest = rows.isEmpty() ? null : rows.get(rows.size() - 1).at();
    for (var at = QueueSurveyor.firstUnsampled(now, newest);
        !at.isAfter(now);
        at = at.plus(MINUTE)) {
      add(samples, step, at, unsampled(tx, at, now));
    }
    var points = new ArrayList<WholeSeries.Point>();
    for (long at = first; at <= last; at++) {
      points.add(point(Instant.ofEpochSecond(at * step), samples.get(at)));
    }
    return new WholeSeries(step, points);
  }

  /** Quarters as far as they exist, then minutes; an hour consists of minutes only. */
  private static List<TenantSamples.Row> sampled(
      Tx tx, TenantSeriesWindow window, Instant from, Instant now) throws SQLException {
    var minute = QueueSurveyor.lastMinute(now);
    if (window == TenantSeriesWindow.HOUR) {
      return TenantSamples.minutes(tx, from, minute);
    }
    var all = new ArrayList<>(TenantSamples.quarters(tx, from, minute));
    var rest =
        all.isEmpty()
            ? TenantSampler.quarterOf(minute).minus(TenantSampler.QUARTER)
            : all.get(all.size() - 1).at().plus(TenantSampler.QUARTER);
    all.addAll(TenantSamples.minutes(tx, rest, minute));
    return all;
  }

  private static void add(
      TreeMap<Long, List<TenantSample>> samples, long step, Instant at, TenantSample sample) {
    samples
        .computeIfAbsent(Math.floorDiv(at.getEpochSecond(), step), key -> new ArrayList<>())
        .add(sample);
  }

  private TenantSample unsampled(Tx tx, Instant minute, Instant now) throws SQLException {
    var endings = queues.endings(tx, now, minute, minute.plus(MINUTE));
    return sampler.minute(tx, now, queues.depth(tx, now), endings.values());
  }

  private static WholeSeries.Point point(Instant at, List<TenantSample> samples) {
    if (samples == null) {
      return WholeSeriesPointBuilder.builder().at(at).build();
    }
    var whole = TenantSample.of(samples);
    return new WholeSeries.Point(
        at,
        whole.depth(),
        whole.completed(),
        whole.failed(),
        whole.medianRunSeconds(),
        whole.p95RunSeconds(),
        (double) whole.workers() / whole.minutes(),
        whole.places() == 0 ? null : (double) whole.leases() / whole.places());
  }
}
