package io.tapline.engine.read.queue;

import io.tapline.api.ExecutionState;
import io.tapline.api.Page;
import io.tapline.api.QueueItem;
import io.tapline.api.QueueItemBuilder;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Queue;
import io.tapline.engine.read.base.Nouns;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.read.scan.ItemPosition;
import io.tapline.engine.read.scan.SubjectMatch;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pages of the items of one queue in claim order. The number of jobs read for a page is bounded, so
 * a page may be short or empty and still have a successor.
 */
final class QueueItemReads {

  /** Maximum number of jobs read for one page: each costs a row read. */
  static final int LOOK = 5_000;

  /** Growth factor of successive reads. */
  private static final int STRIDE = 4;

  private static final NamedSql READY = NamedSql.load(DecisionRows.class, "queue_item/items_ready");
  private static final NamedSql FEW = NamedSql.load(DecisionRows.class, "queue_item/items_few");
  private static final NamedSql BESIDE =
      NamedSql.load(DecisionRows.class, "queue_item/items_matured_or_lapsed");
  private static final NamedSql CORRELATED =
      NamedSql.load(DecisionRows.class, "queue_item/few_correlated");
  private static final NamedSql REFERRED =
      NamedSql.load(DecisionRows.class, "queue_item/few_referred");
  private static final NamedSql RETRYING =
      NamedSql.load(DecisionRows.class, "queue_item/few_retrying");

  private final Tx tx;
  private final TemplateCache templateCache;
  private final Instant now;
  private final int limit;
  private final Map<String, Object> parameters;
  private final boolean referred;
  private final boolean retrying;

  QueueItemReads(
      Tx tx, TemplateCache templateCache, Queue queue, ItemFilter filter, Instant now, int limit)
      throws SQLException {
    this.tx = tx;
    this.templateCache = templateCache;
    this.now = now;
    this.limit = limit;
    this.parameters = ClaimCandidates.visibility(tx, templateCache, queue, now);
    parameters.put("walk_queue", queue.key());
    parameters.put("state", ExecutionState.codeOf(filter.state()));
    parameters.put("site", filter.site());
    parameters.put("platform", filter.platform());
    parameters.put("assay", filter.assay());
    parameters.put("template", ObjectLookup.templateUid(tx, templateCache, filter.templateCode()));
    parameters.put("correlation", filter.correlationId());
    SubjectMatch.refs(parameters, filter.refs());
    this.referred = !filter.refs().isEmpty();
    this.retrying = filter.state() == ExecutionState.FAILED_RETRYABLE;
    if (referred) {
      SubjectMatch.index(parameters, filter.refs());
    }
    // One more than shown, to detect a next page.
    parameters.put("limit", limit + 1);
  }

  /** A read job; without an item if it does not belong to the queue or does not match. */
  private record SeenItem(ItemPosition place, QueueItem item) {}

  /**
   * Items after a position.
   *
   * @param horizon the end of the part that was read; null when everything was
   */
  private record ItemWindow(List<SeenItem> items, ItemPosition horizon) {}

  Page<QueueItem> page(ItemPosition after) throws SQLException {
    var few = few();
    var itemWindow = few == null ? ready(after) : new ItemWindow(among(few, after), null);
    var all = new ArrayList<>(itemWindow.items());
    all.addAll(query(BESIDE, after));
    if (itemWindow.horizon() != null) {
      all.removeIf(
          seenItem -> ItemPosition.ORDER.compare(seenItem.place(), itemWindow.horizon()) > 0);
    }
    all.sort(Comparator.comparing(SeenItem::place, ItemPosition.ORDER));
    boolean more = all.size() > limit;
    var shown = more ? all.subList(0, limit) : all;
    var onward = more ? shown.get(limit - 1).place() : itemWindow.horizon();
    return new Page<>(
        shown.stream().map(SeenItem::item).toList(),
        onward == null ? null : PageCursor.encode(onward));
  }

  /** Reads in queue order until there are enough items or enough jobs were read. */
  private ItemWindow ready(ItemPosition after) throws SQLException {
    var items = new ArrayList<SeenItem>();
    var at = after;
    int look = limit + 1;
    for (int looked = 0; looked < LOOK && items.size() <= limit; ) {
      look = Math.min(look, LOOK - looked);
      parameters.put("look", look);
      var scanned = query(READY, at);
      scanned.stream().filter(one -> one.item() != null).forEach(items::add);
      if (scanned.size() < look) {
        return new ItemWindow(items, null);
      }
      at = scanned.get(look - 1).place();
      looked += look;
      look = look * STRIDE;
    }
    return new ItemWindow(items, at);
  }

  /** All possible jobs, where an index finds them and they are few; null otherwise. */
  private long[] few() throws SQLException {
    NamedSql source;
    if (parameters.get("correlation") != null) {
      source = CORRELATED;
    } else if (referred) {
      source = REFERRED;
    } else if (retrying) {
      source = RETRYING;
    } else {
      return null;
    }
    var narrowed = new HashMap<>(parameters);
    narrowed.put("most", LOOK + 1);
    var uids = tx.query(source, row -> row.getLong("uid"), narrowed);
    return uids.size() > LOOK ? null : uids.stream().mapToLong(Long::longValue).toArray();
  }

  private List<SeenItem> among(long[] uids, ItemPosition after) throws SQLException {
    parameters.put("uids", uids);
    return query(FEW, after);
  }

  private List<SeenItem> query(NamedSql sql, ItemPosition after) throws SQLException {
    after.addTo(parameters);
    return tx.query(sql, this::scanned, parameters);
  }

  private SeenItem scanned(ResultSet row) throws SQLException {
    var place = ItemPosition.of(row);
    return new SeenItem(place, row.getBoolean("matches") ? item(row, place) : null);
  }

  private QueueItem item(ResultSet row, ItemPosition place) throws SQLException {
    var envelope = Json.read(row.getString("execution"), Envelope.class);
    var ready = place.visibleFrom();
    var template = templateCache.byUid(tx, row.getLong("template_uid"));
    return QueueItemBuilder.builder()
        .subjectEuid(template.mint(row.getLong("uid")))
        .subjectName(row.getString("name"))
        .templateCode(template.code())
        .noun(Nouns.of(template))
        .state(ExecutionState.ofCode(row.getString("state")))
        .nextQueueKey(envelope.nextQueueKey())
        .nextActionKey(envelope.nextActionKey())
        .priority(envelope.priority())
        .readyAt(envelope.readyAt())
        .dueAt(envelope.dueAt())
        .retryAt(envelope.retryAt())
        .attemptCount(envelope.attemptCount())
        .createdAt(row.getObject("created_dt", OffsetDateTime.class).toInstant())
        .queueReadyTimestamp(ready)
        .queueResidenceSeconds(Duration.between(ready, now).toMillis() / 1000.0)
        .build();
  }
}
