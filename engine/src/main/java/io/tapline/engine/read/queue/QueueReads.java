package io.tapline.engine.read.queue;

import io.tapline.api.Page;
import io.tapline.api.QueueItem;
import io.tapline.api.QueueMetrics;
import io.tapline.api.QueueMetricsBuilder;
import io.tapline.engine.model.Queue;
import io.tapline.engine.pipeline.ActionStats;
import io.tapline.engine.read.base.Nouns;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.scan.ItemPosition;
import io.tapline.engine.read.worker.WorkerReads;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Queues for people: their items in order and their figures. */
public final class QueueReads {

  /** Up to here the depth is exact and current; counting a million takes a third of a second. */
  public static final int EXACT_DEPTH = 10_000;

  /** The maximum age of the depth of a larger queue. */
  public static final Duration DEPTH_AGE = Duration.ofSeconds(5);

  /** The window of the rates. */
  public static final Duration WINDOW = Duration.ofMinutes(5);

  private static final NamedSql COUNTS =
      NamedSql.load(DecisionRows.class, "queue_stats/queue_counts");

  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final ActionStats actionStats;
  private final ClaimDemand demand;
  private final QueueDepths depths;
  private final Map<Long, EndingsWindow> windows = new ConcurrentHashMap<>();

  public QueueReads(
      TapDb tapDb, TemplateCache templateCache, ActionStats actionStats, ClaimDemand demand) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
    this.actionStats = actionStats;
    this.demand = demand;
    this.depths = new QueueDepths(tapDb, templateCache);
    tapDb.onNewIncarnation(windows::clear);
  }

  /** All queues, by descending dispatch priority. */
  public List<QueueView> all(long tenantId) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var queues = new ArrayList<>(new DecisionRows(tx, templateCache).queues().all());
          queues.sort(Comparator.comparing(QueueRank::of, QueueRank.ORDER));
          var survey = survey(tx);
          var views = new ArrayList<QueueView>();
          for (var queue : queues) {
            views.add(view(tx, queue, survey));
          }
          return views;
        });
  }

  /** A page of queues; only its queues are counted. */
  public Page<QueueView> page(long tenantId, QueueAudience audience, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    var after = cursor == null ? null : PageCursor.parse(cursor, QueueRank.class);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var rest =
              new DecisionRows(tx, templateCache)
                  .queues().all().stream()
                      .filter(q -> audience.sees(q.policy()))
                      .filter(
                          q -> after == null || QueueRank.ORDER.compare(QueueRank.of(q), after) > 0)
                      .sorted(Comparator.comparing(QueueRank::of, QueueRank.ORDER))
                      .toList();
          boolean more = rest.size() > most;
          var shown = more ? rest.subList(0, most) : rest;
          var survey = survey(tx);
          var views = new ArrayList<QueueView>();
          for (var queue : shown) {
            views.add(view(tx, queue, survey));
          }
          return new Page<>(
              views, more ? PageCursor.encode(QueueRank.of(shown.get(most - 1))) : null);
        });
  }

  /** The position of a queue in the order of queues. */
  record QueueRank(int dispatchPriority, String queueKey) {
    static final Comparator<QueueRank> ORDER =
        Comparator.comparingInt((QueueRank rank) -> -rank.dispatchPriority())
            .thenComparing(rank -> rank.queueKey() == null ? "" : rank.queueKey());

    static QueueRank of(Queue queue) {
      return new QueueRank(queue.policy().dispatchPriority(), queue.key());
    }
  }

  public QueueView one(long tenantId, String queueKey) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var queue = ObjectLookup.queue(tx, templateCache, queueKey);
          return view(tx, queue, survey(tx));
        });
  }

  /** All sixteen metrics of every queue. */
  public List<QueueMetrics> metrics(long tenantId) {
    return metrics(tenantId, QueueAudience.ADMINISTRATORS);
  }

  /** The metrics of the queues listed for the audience. */
  public List<QueueMetrics> metrics(long tenantId, QueueAudience audience) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var survey = survey(tx);
          var all = new ArrayList<QueueMetrics>();
          for (var queue : new DecisionRows(tx, templateCache).queues().all()) {
            if (audience.sees(queue.policy())) {
              all.add(metrics(tx, queue, survey));
            }
          }
          all.sort(Comparator.comparing(QueueMetrics::queueKey));
          return all;
        });
  }

  public Page<QueueItem> items(
      long tenantId, String queueKey, ItemFilter filter, int limit, String cursor) {
    return items(tenantId, queueKey, filter, PauseSide.OPEN, limit, cursor);
  }

  /** The claimable items, or the items of a paused queue. */
  public Page<QueueItem> items(
      long tenantId, String queueKey, ItemFilter filter, PauseSide side, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    return tapDb.snapshot(
        tenantId,
        tx ->
            items(tx, ObjectLookup.queue(tx, templateCache, queueKey), filter, side, most, cursor));
  }

  /**
   * The waiting jobs of all queues listed for the audience: queue by queue, in the order that a
   * claim without a queue uses.
   */
  public Page<QueueItem> everywhere(
      long tenantId,
      QueueAudience audience,
      ItemFilter filter,
      PauseSide side,
      int limit,
      String cursor) {
    int most = PageCursor.limit(limit);
    var from = cursor == null ? null : PageCursor.parse(cursor, CrossQueueItems.Place.class);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var queues =
              new DecisionRows(tx, templateCache)
                  .queues().all().stream()
                      .filter(q -> audience.sees(q.policy()) && side.has(q.policy()))
                      .sorted(Comparator.comparing(QueueRank::of, QueueRank.ORDER))
                      .toList();
          return new CrossQueueItems(this, tx, filter, side).page(queues, most, from);
        });
  }

  /** Workers that could serve a queue now; those that serve it come first. */
  public List<QueueWorker> workers(long tenantId, String queueKey) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var queue = ObjectLookup.queue(tx, templateCache, queueKey);
          var now = ReadClock.read(tx);
          var servers = QueueServers.read(tx, demand, WorkerReads.all(tx, templateCache, now), now);
          return servers.able(queue).stream()
              .map(worker -> new QueueWorker(servers.serves(worker, queue), worker))
              .sorted(Comparator.comparing(QueueWorker::serving).reversed())
              .toList();
        });
  }

  /** Ended attempts between two instants, by queue uid, within {@link #WINDOW} of now. */
  public Map<Long, AttemptEndings> endings(Tx tx, Instant now, Instant from, Instant to)
      throws SQLException {
    return window(tx).between(tx, now, from, to);
  }

  /** A minute without a sample: the attempts that ended in it, and the current depth. */
  public QueueSample unsampled(Tx tx, Queue queue, Instant minute, Instant now)
      throws SQLException {
    var endings =
        endings(tx, now, minute, minute.plus(Duration.ofMinutes(1)))
            .getOrDefault(queue.uid(), AttemptEndings.NONE);
    var depth = depths.read(tx, queue, now);
    return new QueueSample(
        depth.count(), age(depth.oldest(), now), endings.succeeded(), endings.failed(), Map.of());
  }

  /** The current depth of all queues together. */
  public long depth(Tx tx, Instant now) throws SQLException {
    long sum = 0;
    for (var queue : new DecisionRows(tx, templateCache).queues().all()) {
      sum += depths.read(tx, queue, now).count();
    }
    return sum;
  }

  private EndingsWindow window(Tx tx) {
    return windows.computeIfAbsent(tx.tenantId(), tenant -> new EndingsWindow(WINDOW));
  }

  private QueueView view(Tx tx, Queue queue, Survey survey) throws SQLException {
    var metrics = metrics(tx, queue, survey);
    depths.watch(tx, queue, survey.now());
    return new QueueView(
        queue.euid(),
        Nouns.common(tx, templateCache, queue.policy().subjectTemplateCodes()),
        queue.policy(),
        QueueView.Figures.of(metrics));
  }

  /** Data that is read once for all queues: clock, recent endings, live counts, workers. */
  private record Survey(
      Instant now, Map<Long, AttemptEndings> endings, LiveCounts live, QueueServers servers) {}

  private Survey survey(Tx tx) throws SQLException {
    var now = ReadClock.read(tx);
    return new Survey(
        now,
        window(tx).read(tx, now),
        LiveCounts.read(tx, templateCache, now),
        QueueServers.read(tx, demand, WorkerReads.all(tx, templateCache, now), now));
  }

  private QueueMetrics metrics(Tx tx, Queue queue, Survey survey) throws SQLException {
    boolean open = queue.policy().enabled();
    var line = depths.inLine(tx, queue, survey.now());
    var endings = survey.endings().getOrDefault(queue.uid(), AttemptEndings.NONE);
    double minutes = WINDOW.toSeconds() / 60.0;
    var able = survey.servers().able(queue);
    long serving = able.stream().filter(w -> survey.servers().serves(w, queue)).count();
    var lag =
        able.stream()
            .map(w -> seconds(w.profile().heartbeatAt(), survey.now()))
            .max(Double::compare)
            .orElse(null);
    var now = TimeText.of(survey.now());
    return tx.query(
            COUNTS,
            row ->
                QueueMetricsBuilder.builder()
                    .queueKey(queue.key())
                    .queueDepth(open ? line.count() : 0)
                    .pausedDepth(open ? 0 : line.count())
                    .oldestJobAgeSeconds(open ? age(line.oldest(), survey.now()) : null)
                    .newestJobAgeSeconds(open ? age(line.newest(), survey.now()) : null)
                    .activeLeases(survey.live().leases(queue))
                    .expiredLeasesTotal(row.getLong("expired"))
                    .retryableFailuresTotal(
                        row.getLong("retryable") + survey.live().retryable(queue))
                    .terminalFailuresTotal(row.getLong("terminal") + survey.live().terminal(queue))
                    .throughputSuccessPerMinute(endings.succeeded() / minutes)
                    .throughputFailurePerMinute(endings.failed() / minutes)
                    .failureRate(endings.failureRate())
                    .durationP50Seconds(endings.quantileSeconds(0.5))
                    .durationP95Seconds(endings.quantileSeconds(0.95))
                    .deadLetterCount(survey.live().deadLetters(queue))
                    .heldCount(row.getLong("held"))
                    .workerOnlineCount(able.size())
                    .workerServingCount(serving)
                    .workerHeartbeatLagSeconds(lag)
                    .claimConflictTotal(actionStats.claimConflicts(tx.tenantId(), queue.key()))
                    .idempotentReplayTotal(actionStats.replays(tx.tenantId(), queue.key()))
                    .externalOverdue(row.getLong("external_overdue"))
                    .computedAt(line.computedAt())
                    .build(),
            Map.of("queue", queue.key(), "queue_uid", queue.uid(), "now", now))
        .get(0);
  }

  public QueueDepths depths() {
    return depths;
  }

  /**
   * Counts large queues before their counts become too old, so that reads do not wait. The caller
   * repeats it about every second.
   */
  public void recount() {
    depths.recount();
  }

  /** Counts every queue of a tenant, so that the first reader does not wait. */
  public void count(long tenantId) {
    tapDb.snapshot(
        tenantId,
        tx -> {
          var now = ReadClock.read(tx);
          for (var queue : new DecisionRows(tx, templateCache).queues().all()) {
            depths.counted(tx, queue, now);
          }
          return null;
        });
  }

  public Page<QueueItem> items(
      Tx tx, Queue queue, ItemFilter filter, PauseSide side, int limit, String cursor)
      throws SQLException {
    var now = ReadClock.read(tx);
    if (!side.has(queue.policy())) {
      return new Page<>(List.of(), null);
    }
    var after = cursor == null ? ItemPosition.START : PageCursor.parse(cursor, ItemPosition.class);
    return new QueueItemReads(tx, templateCache, queue, filter, now, limit).page(after);
  }

  private static Double age(Instant since, Instant now) {
    return since == null ? null : seconds(since, now);
  }

  private static double seconds(Instant since, Instant now) {
    return Duration.between(since, now).toMillis() / 1000.0;
  }
}
