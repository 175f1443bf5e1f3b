package io.tapline.engine.read.queue;

import io.tapline.api.Page;
import io.tapline.api.QueueChange;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.DocumentCodec;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The history of a queue policy, read from the actions that changed it. */
public final class QueueChangeReads {

  private static final NamedSql CHANGES = NamedSql.load(DecisionRows.class, "queue/queue_changes");

  /** Fields that every change or no change affects. */
  private static final Set<String> NO_NEWS = Set.of("revision", "queue_euid", "waiting_subjects");

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public QueueChangeReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  private record ChangePosition(long feedKey, long uid) {
    static final ChangePosition START = new ChangePosition(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  private record Row(ChangePosition place, String euid, Instant at, ActionNote note) {}

  /** Newest first, for the newest queue that has or had this key. */
  public Page<QueueChange> changesOf(long tenantId, String queueKey, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    var after =
        cursor == null ? ChangePosition.START : PageCursor.parse(cursor, ChangePosition.class);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          // One more than shown, because each is compared with its predecessor.
          var rows =
              rows(
                  tx,
                  ObjectLookup.queueOrRetired(tx, templateCache, queueKey).uid(),
                  after,
                  most + 1);
          var changes = new ArrayList<QueueChange>();
          for (int i = 0; i < Math.min(most, rows.size()); i++) {
            changes.add(change(rows.get(i), i + 1 < rows.size() ? rows.get(i + 1) : null));
          }
          return new Page<>(
              changes, rows.size() > most ? PageCursor.encode(rows.get(most - 1).place()) : null);
        });
  }

  private static List<Row> rows(Tx tx, long queueUid, ChangePosition after, int limit)
      throws SQLException {
    return tx.query(
        CHANGES,
        QueueChangeReads::row,
        Map.of(
            "uid",
            queueUid,
            "place_feed_key",
            after.feedKey(),
            "place_uid",
            after.uid(),
            "limit",
            limit));
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        new ChangePosition(row.getLong("feed_key"), row.getLong("uid")),
        row.getString("euid"),
        row.getObject("created_dt", OffsetDateTime.class).toInstant(),
        DocumentCodec.action(row.getString("properties")));
  }

  private static QueueChange change(Row row, Row before) {
    var note = row.note();
    return new QueueChange(
        row.euid(),
        note.actionKey().wire(),
        row.at(),
        note.actor(),
        note.role(),
        note.reason(),
        changes(before == null ? Json.object() : before.note().result(), note.result()));
  }

  private static List<QueueChange.FieldChange> changes(JsonNode from, JsonNode to) {
    var names = new TreeSet<String>(from.propertyNames());
    names.addAll(to.propertyNames());
    names.removeAll(NO_NEWS);
    var changes = new ArrayList<QueueChange.FieldChange>();
    for (var name : names) {
      var old = present(from.get(name));
      var fresh = present(to.get(name));
      if (old == null ? fresh != null : !old.equals(fresh)) {
        changes.add(new QueueChange.FieldChange(name, old, fresh));
      }
    }
    return changes;
  }

  private static JsonNode present(JsonNode value) {
    return value == null || value.isNull() ? null : value;
  }
}
