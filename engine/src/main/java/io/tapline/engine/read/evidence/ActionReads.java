package io.tapline.engine.read.evidence;

import io.tapline.api.Page;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.store.AnswerBytes;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The audit trail, newest first. */
public final class ActionReads {

  private static final NamedSql BEFORE = NamedSql.load(DecisionRows.class, "action/actions_before");
  private static final NamedSql OF_BEFORE =
      NamedSql.load(DecisionRows.class, "action/actions_of_before");

  /** Maximum number of actions read for one page: a rare action must not cause a scan of all. */
  static final int LOOK = 5_000;

  /**
   * Fields that the trail of a whole tenant omits: answers, and the keys that would allow another
   * caller to replay a request.
   */
  public static final List<String> UNSHOWN = List.of("result", "idempotency_key", "payload_hash");

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public ActionReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /** The end of a page. */
  record ActionPosition(long feedKey, long uid) {
    static final ActionPosition NEWEST = new ActionPosition(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** A shown action with its position; null beyond the size of one answer. */
  private record Entry(ActionPosition place, ObjectNode shown) {}

  /** A page may be short and still have a successor. */
  public Page<JsonNode> page(long tenantId, ActionFilter filter, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var object =
              filter.subjectEuid() == null
                  ? null
                  : ObjectLookup.subject(tx, templateCache, filter.subjectEuid()).subject().uid();
          var place =
              cursor == null ? start(tx, filter) : PageCursor.parse(cursor, ActionPosition.class);
          var found = new ArrayList<ObjectNode>();
          for (int looked = 0; looked < LOOK; ) {
            var entries = entries(tx, object, place, most);
            for (var entry : entries) {
              if (entry.shown() == null) {
                return page(tx, found, place);
              }
              place = entry.place();
              if (filter.isOver(entry.shown())) {
                return page(tx, found, null);
              }
              if (filter.matches(entry.shown())) {
                found.add(entry.shown());
                if (found.size() == most) {
                  return page(tx, found, place);
                }
              }
            }
            looked += entries.size();
            if (entries.size() < most) {
              return page(tx, found, null);
            }
          }
          return page(tx, found, place);
        });
  }

  /** All actions on one object of any kind. */
  public Page<JsonNode> actionsOf(long tenantId, long uid, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    var place =
        cursor == null ? ActionPosition.NEWEST : PageCursor.parse(cursor, ActionPosition.class);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var entries = entries(tx, uid, place, most + 1);
          var fitting = entries.stream().takeWhile(entry -> entry.shown() != null).toList();
          var shown = fitting.size() > most ? fitting.subList(0, most) : fitting;
          boolean more = entries.size() > shown.size();
          return page(
              tx,
              shown.stream().map(Entry::shown).toList(),
              more ? shown.get(shown.size() - 1).place() : null);
        });
  }

  /** The end of the requested time range. */
  private static ActionPosition start(Tx tx, ActionFilter filter) throws SQLException {
    return filter.until() == null
        ? ActionPosition.NEWEST
        : new ActionPosition(FeedTimes.keyAfter(tx, filter.until()), Long.MAX_VALUE);
  }

  private Page<JsonNode> page(Tx tx, List<ObjectNode> found, ActionPosition next)
      throws SQLException {
    ActionNames.add(tx, templateCache, found);
    return new Page<>(List.copyOf(found), next == null ? null : PageCursor.encode(next));
  }

  private static List<Entry> entries(Tx tx, Long object, ActionPosition before, int limit)
      throws SQLException {
    var parameters = new HashMap<String, Object>();
    parameters.putAll(
        Map.of("feed_key", before.feedKey(), "action_uid", before.uid(), "limit", limit));
    parameters.put("object", object);
    parameters.put("bytes", AnswerBytes.MOST);
    return tx.query(object == null ? BEFORE : OF_BEFORE, ActionReads::entry, parameters);
  }

  private static Entry entry(ResultSet row) throws SQLException {
    var place = new ActionPosition(row.getLong("feed_key"), row.getLong("uid"));
    if (row.getString("properties") == null) {
      return new Entry(place, null);
    }
    var shown = HistoryReads.action(row);
    UNSHOWN.forEach(shown::remove);
    return new Entry(place, shown);
  }
}
