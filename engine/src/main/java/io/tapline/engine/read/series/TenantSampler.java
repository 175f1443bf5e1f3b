package io.tapline.engine.read.series;

import io.tapline.api.WorkerStatus;
import io.tapline.engine.read.queue.AttemptEndings;
import io.tapline.engine.read.worker.WorkerReads;
import io.tapline.engine.read.worker.WorkerView;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TenantSamples;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The samples of a tenant: one per minute, and another per completed quarter of an hour, so that a
 * week has some hundreds of small rows instead of ten thousand.
 */
final class TenantSampler {

  static final Duration QUARTER = Duration.ofMinutes(15);

  /** Quarters whose minutes are deleted cannot be computed. */
  private static final Duration LOOK_BACK = Duration.ofDays(7);

  private final TemplateCache templateCache;

  /**
   * The quarter up to which samples exist, by tenant, so that the database is queried once per
   * quarter.
   */
  private final Map<Long, Instant> sampledAt = new ConcurrentHashMap<>();

  TenantSampler(TemplateCache templateCache) {
    this.templateCache = templateCache;
  }

  /** The current figures, with the attempts that ended in the minute. */
  TenantSample minute(Tx tx, Instant now, long depth, Collection<AttemptEndings> endings)
      throws SQLException {
    var all = new AttemptEndings();
    endings.forEach(all::add);
    var online =
        WorkerReads.all(tx, templateCache, now).stream()
            .filter(worker -> worker.effectiveStatus() == WorkerStatus.ONLINE)
            .toList();
    return new TenantSample(
        depth,
        all.succeeded(),
        all.failed(),
        all.steps(),
        1,
        online.size(),
        online.stream().mapToLong(WorkerView::activeLeases).sum(),
        online.stream().mapToLong(worker -> worker.profile().maxConcurrentLeases()).sum());
  }

  /** Completed quarters before a minute that have no sample yet, oldest first. */
  Map<Instant, TenantSample> quarters(Tx tx, Instant minute) throws SQLException {
    var running = quarterOf(minute);
    if (running.equals(sampledAt.get(tx.tenantId()))) {
      return Map.of();
    }
    var known = TenantSamples.quarters(tx, minute.minus(LOOK_BACK), minute);
    var from =
        known.isEmpty() ? minute.minus(LOOK_BACK) : known.get(known.size() - 1).at().plus(QUARTER);
    var minutes = new TreeMap<Instant, List<TenantSample>>();
    for (var row : TenantSamples.minutes(tx, from, running.minusMillis(1))) {
      minutes.computeIfAbsent(quarterOf(row.at()), at -> new ArrayList<>()).add(read(row));
    }
    var found = new TreeMap<Instant, TenantSample>();
    minutes.forEach((at, some) -> found.put(at, TenantSample.of(some)));
    return found;
  }

  void noteSample(Tx tx, Instant minute) {
    sampledAt.put(tx.tenantId(), quarterOf(minute));
  }

  static Instant quarterOf(Instant time) {
    long seconds = QUARTER.toSeconds();
    return Instant.ofEpochSecond(Math.floorDiv(time.getEpochSecond(), seconds) * seconds);
  }

  static TenantSample read(TenantSamples.Row row) {
    return Json.read(row.sample(), TenantSample.class);
  }
}
