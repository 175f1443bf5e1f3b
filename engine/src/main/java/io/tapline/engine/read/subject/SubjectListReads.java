package io.tapline.engine.read.subject;

import io.tapline.api.SubjectItem;
import io.tapline.api.SubjectItemBuilder;
import io.tapline.api.SubjectPage;
import io.tapline.engine.decide.VisibilityRule;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Worker;
import io.tapline.engine.read.base.Nouns;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.queue.PauseSide;
import io.tapline.engine.read.queue.QueueReads;
import io.tapline.engine.read.scan.BoundedScan;
import io.tapline.engine.read.scan.IndexScan;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.SubjectRow;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Pages of jobs in any state, by queue, state, scope, template or a search. */
public final class SubjectListReads {

  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final QueueReads queues;

  public SubjectListReads(TapDb tapDb, TemplateCache templateCache, QueueReads queues) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
    this.queues = queues;
  }

  public SubjectPage page(long tenantId, SubjectFilter filter, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    SubjectScans.check(filter);
    return tapDb.snapshot(
        tenantId,
        tx ->
            filter.view() == SubjectTab.VISIBLE
                ? visible(tx, filter, most, cursor)
                : scanned(tx, filter, most, cursor));
  }

  /** The items of the queue have their own list. */
  private SubjectPage visible(Tx tx, SubjectFilter filter, int limit, String cursor)
      throws SQLException {
    var now = ReadClock.read(tx);
    var queue = ObjectLookup.queue(tx, templateCache, filter.queueKey());
    if (filter.audience() != null && !filter.audience().sees(queue.policy())) {
      return new SubjectPage(List.of(), null, null, List.of());
    }
    var page = queues.items(tx, queue, filter.items(), PauseSide.OPEN, limit, cursor);
    var uids =
        page.items().stream().map(item -> EuidMint.uidOf(item.subjectEuid()).getAsLong()).toList();
    return new SubjectPage(
        items(tx, uids, now),
        page.nextCursor(),
        cursor == null && !filter.narrowed() ? depth(tx, queue, now) : null,
        List.of());
  }

  private SubjectPage.Total depth(Tx tx, Queue queue, Instant now) throws SQLException {
    var depth = queues.depths().read(tx, queue, now);
    return new SubjectPage.Total(depth.count(), true, depth.computedAt());
  }

  private SubjectPage scanned(Tx tx, SubjectFilter filter, int limit, String cursor)
      throws SQLException {
    var now = ReadClock.read(tx);
    var text = TimeText.of(now);
    var match =
        SubjectScans.match(
                filter, ObjectLookup.templateUid(tx, templateCache, filter.templateCode()), text)
            .routedTo(queueKeys(tx, filter.audience()));
    // A retired queue still has jobs.
    var queue =
        filter.queueKey() == null
            ? null
            : ObjectLookup.queueOrRetired(tx, templateCache, filter.queueKey());
    if (filter.search() == null) {
      return scanned(
          tx, SubjectScans.of(filter, match, queue, text), limit, cursor, now, List.of());
    }
    var search = SubjectSearch.search(tx, templateCache, match, filter.search());
    if (search.subjectUid() == null) {
      return scanned(tx, search.scans(), limit, cursor, now, search.found());
    }
    var items = items(tx, List.of(search.subjectUid()), now);
    return new SubjectPage(
        items, null, new SubjectPage.Total(items.size(), true, now), search.found());
  }

  /**
   * The keys of the queues listed for the audience; null for no restriction, which includes jobs
   * without a queue.
   */
  private String[] queueKeys(Tx tx, QueueAudience audience) throws SQLException {
    return audience == null
        ? null
        : new DecisionRows(tx, templateCache)
            .queues().all().stream()
                .filter(queue -> audience.sees(queue.policy()))
                .map(Queue::key)
                .toArray(String[]::new);
  }

  private SubjectPage scanned(
      Tx tx,
      List<IndexScan> scans,
      int limit,
      String cursor,
      Instant now,
      List<SubjectPage.Found> found)
      throws SQLException {
    var scan = new BoundedScan(tx, scans, limit, BoundedScan.MOST_LOOKS);
    if (cursor == null) {
      scan.count();
    } else {
      scan.from(PageCursor.parse(cursor, BoundedScan.ScanStop.class));
      scan.go();
    }
    return new SubjectPage(
        items(tx, scan.found(), now),
        scan.onward() == null ? null : PageCursor.encode(scan.onward()),
        cursor == null ? new SubjectPage.Total(scan.matching(), scan.ended(), now) : null,
        found);
  }

  private List<SubjectItem> items(Tx tx, List<Long> uids, Instant now) throws SQLException {
    var rows = new DecisionRows(tx, templateCache);
    var subjects = rows.subjects(uids);
    var queuesByKey =
        rows.queues()
            .byKey(known(subjects.values(), row -> row.subject().execution().nextQueueKey()));
    var workers =
        rows.workers()
            .byUid(
                known(
                    subjects.values(),
                    row ->
                        row.newest() != null && row.newest().live(now)
                            ? row.newest().workerUid()
                            : null),
                0);
    var items = new ArrayList<SubjectItem>();
    for (var uid : uids) {
      var row = subjects.get(uid);
      if (row != null) {
        var queue = queuesByKey.get(row.subject().execution().nextQueueKey());
        var reasons = VisibilityRule.reasons(row.subject(), queue, row.newest(), now);
        boolean diagnosticsEnabled = queue == null || queue.policy().diagnosticsEnabled();
        var why =
            reasons.isEmpty()
                ? SubjectItem.VISIBLE
                : diagnosticsEnabled ? reasons.get(0).code().wire() : SubjectItem.DIAGNOSTICS_OFF;
        items.add(
            item(row, why, workers, now)
                .noun(Nouns.common(tx, templateCache, List.of(row.subject().templateCode())))
                .build());
      }
    }
    return items;
  }

  private static <T> Set<T> known(Collection<SubjectRow> rows, Function<SubjectRow, T> what) {
    return rows.stream().map(what).filter(Objects::nonNull).collect(Collectors.toSet());
  }

  private static SubjectItemBuilder item(
      SubjectRow row, String why, Map<Long, Worker> workers, Instant now) {
    var subject = row.subject();
    var envelope = subject.execution();
    boolean leased = row.newest() != null && row.newest().live(now);
    boolean lapsed = row.newest() != null && row.newest().lapsed(now);
    var ready = lapsed ? row.newest().terms().expiresAt() : envelope.visibleFrom();
    var attempt = row.record() == null ? null : row.record().attempt();
    var worker = leased ? workers.get(row.newest().workerUid()) : null;
    return SubjectItemBuilder.builder()
        .subjectEuid(subject.euid())
        .subjectName(subject.name())
        .templateCode(subject.templateCode())
        .state(VisibilityRule.countsAs(envelope.state(), lapsed))
        .why(why)
        .nextQueueKey(envelope.nextQueueKey())
        .nextActionKey(envelope.nextActionKey())
        .priority(envelope.priority())
        .readyAt(envelope.readyAt())
        .dueAt(envelope.dueAt())
        .retryAt(envelope.retryAt())
        .attemptCount(envelope.attemptCount())
        .createdAt(subject.createdAt())
        .queueReadyTimestamp(ready)
        .queueResidenceSeconds(residence(envelope, ready, now))
        .leaseEuid(leased ? row.newest().euid() : null)
        .workerEuid(worker == null ? null : worker.euid())
        .workerName(worker == null ? null : worker.profile().displayName())
        .leaseExpiresAt(leased ? row.newest().terms().expiresAt() : null)
        .holdReason(envelope.holdReason())
        .correlationId(envelope.correlationId())
        .site(envelope.scope().site())
        .platform(envelope.scope().platform())
        .assay(envelope.scope().assay())
        .lastErrorClass(attempt == null ? null : attempt.errorClass())
        .lastError(attempt == null ? null : attempt.errorMessage());
  }

  private static Double residence(Envelope envelope, Instant ready, Instant now) {
    return ready == null || envelope.terminal() || ready.isAfter(now)
        ? null
        : Duration.between(ready, now).toMillis() / 1000.0;
  }
}
