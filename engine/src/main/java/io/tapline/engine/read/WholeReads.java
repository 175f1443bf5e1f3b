package io.tapline.engine.read;

import io.tapline.engine.store.WholeSamples;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * All queues and workers over time, from the samples that upkeep takes; the minutes since then, up
 * to the one that runs, are looked up as they are asked for.
 */
public final class WholeReads {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final TapDb tapDb;
  private final QueueReads queues;
  private final WholeSurvey survey;

  WholeReads(TapDb tapDb, QueueReads queues, WholeSurvey survey) {
    this.tapDb = tapDb;
    this.queues = queues;
    this.survey = survey;
  }

  public WholeSeries series(long tenantId, WholeWindow window) {
    return tapDb.snapshot(tenantId, tx -> series(tx, window));
  }

  private WholeSeries series(Tx tx, WholeWindow window) throws SQLException {
    long step = window.step().toSeconds();
    var now = Now.read(tx);
    long last = Math.floorDiv(now.getEpochSecond(), step);
    long first = last - window.points() + 1;
    var samples = new TreeMap<Long, List<WholeSample>>();
    for (var row : sampled(tx, window, Instant.ofEpochSecond(first * step), now)) {
      add(samples, step, row.at(), WholeSurvey.read(row));
    }
    for (var at = QueueSurveyor.lastMinute(now).plus(MINUTE);
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

  /** Quarters as far as there are any, then minutes; for an hour minutes alone. */
  private static List<WholeSamples.Row> sampled(
      Tx tx, WholeWindow window, Instant from, Instant now) throws SQLException {
    var minute = QueueSurveyor.lastMinute(now);
    if (window == WholeWindow.HOUR) {
      return WholeSamples.minutes(tx, from, minute);
    }
    var all = new ArrayList<>(WholeSamples.quarters(tx, from, minute));
    var rest =
        all.isEmpty()
            ? WholeSurvey.quarterOf(minute).minus(WholeSurvey.QUARTER)
            : all.get(all.size() - 1).at().plus(WholeSurvey.QUARTER);
    all.addAll(WholeSamples.minutes(tx, rest, minute));
    return all;
  }

  private static void add(
      TreeMap<Long, List<WholeSample>> samples, long step, Instant at, WholeSample sample) {
    samples
        .computeIfAbsent(Math.floorDiv(at.getEpochSecond(), step), key -> new ArrayList<>())
        .add(sample);
  }

  private WholeSample unsampled(Tx tx, Instant minute, Instant now) throws SQLException {
    var endings = queues.endings(tx, now, minute, minute.plus(MINUTE));
    return survey.minute(tx, now, queues.depth(tx, now), endings.values());
  }

  private static WholeSeries.Point point(Instant at, List<WholeSample> samples) {
    if (samples == null) {
      return new WholeSeries.Point(at, null, null, null, null, null, null, null);
    }
    var whole = WholeSample.of(samples);
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
