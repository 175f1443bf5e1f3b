package io.tapline.engine.read;

import io.tapline.engine.decide.Relationship;
import io.tapline.engine.model.HoldStatus;
import io.tapline.engine.model.LeaseStatus;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.ResolutionState;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Rows;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Leases, holds and dead letters over all subjects, a page at a time. */
public final class EvidenceReads {

  private static final NamedSql REGISTRY = NamedSql.load(Rows.class, "registry_list");
  private static final NamedSql LEASES = NamedSql.load(Rows.class, "lease_list");

  private final TapDb tapDb;
  private final Kinds kinds;

  EvidenceReads(TapDb tapDb, Kinds kinds) {
    this.tapDb = tapDb;
    this.kinds = kinds;
  }

  public Page<JsonNode> holds(long tenantId, HoldStatus status, int limit, String cursor) {
    return registry(
        tenantId,
        Kinds.HOLD,
        "hold_euid",
        names(status, HoldStatus.values()),
        Relationship.SUBJECT_HOLD,
        Relationship.QUEUE_HOLD,
        null,
        limit,
        cursor);
  }

  public Page<JsonNode> deadLetters(
      long tenantId, ResolutionState state, String queueKey, int limit, String cursor) {
    return registry(
        tenantId,
        Kinds.DEAD_LETTER,
        "dead_letter_euid",
        names(state, ResolutionState.values()),
        Relationship.SUBJECT_DEAD_LETTER,
        Relationship.QUEUE_DEAD_LETTER,
        queueKey,
        limit,
        cursor);
  }

  public Page<JsonNode> leases(
      long tenantId,
      LeaseStatus status,
      String queueKey,
      String workerEuid,
      int limit,
      String cursor) {
    int most = Cursor.limit(limit);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var parameters = new HashMap<String, Object>();
          parameters.put("status", status == null ? null : status.name());
          parameters.put("queue", queueUid(tx, queueKey));
          parameters.put("worker", workerUid(workerEuid));
          parameters.put("after", Cursor.uid(cursor));
          parameters.put("limit", most + 1);
          return page(
              tx.query(
                  LEASES,
                  row -> {
                    var node = Stored.document(row.getString("lease"));
                    node.remove("lease_token");
                    return new Numbered(
                        row.getLong("uid"),
                        node.put("lease_euid", row.getString("lease_euid"))
                            .put("subject_lookup_euid", row.getString("subject_euid"))
                            .put("worker_lookup_euid", row.getString("worker_euid"))
                            .put("queue_lookup_key", row.getString("queue_key")));
                  },
                  parameters),
              most);
        });
  }

  private Page<JsonNode> registry(
      long tenantId,
      String kind,
      String euidName,
      String[] statuses,
      String subjectRelationship,
      String queueRelationship,
      String queueKey,
      int limit,
      String cursor) {
    int most = Cursor.limit(limit);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var parameters = new HashMap<String, Object>();
          parameters.put("template", kinds.of(tx, kind).uid());
          parameters.put("statuses", statuses);
          parameters.put("subject_relationship", subjectRelationship);
          parameters.put("queue_relationship", queueRelationship);
          parameters.put("queue", queueKey);
          parameters.put("after", Cursor.uid(cursor));
          parameters.put("limit", most + 1);
          SetReads.allow(tx);
          return page(
              tx.query(
                  REGISTRY,
                  row ->
                      new Numbered(
                          row.getLong("uid"),
                          Stored.document(row.getString("properties"))
                              .put(euidName, row.getString("euid"))
                              .put("subject_lookup_euid", row.getString("subject_euid"))
                              .put("queue_lookup_key", row.getString("queue_key"))),
                  parameters),
              most);
        });
  }

  private record Numbered(long uid, JsonNode node) {}

  private static Page<JsonNode> page(List<Numbered> found, int limit) {
    boolean more = found.size() > limit;
    var shown = more ? found.subList(0, limit) : found;
    return new Page<>(
        shown.stream().map(Numbered::node).toList(),
        more ? Cursor.of(new Cursor.AfterUid(shown.get(limit - 1).uid())) : null);
  }

  private Long queueUid(Tx tx, String queueKey) throws SQLException {
    if (queueKey == null) {
      return null;
    }
    var queue = new Rows(tx, kinds).queuesByKey(Set.of(queueKey)).get(queueKey);
    if (queue == null) {
      throw new RefusedException(Refusal.unknown("queue_key", "queue " + queueKey));
    }
    return queue.uid();
  }

  private static Long workerUid(String workerEuid) {
    if (workerEuid == null) {
      return null;
    }
    return EuidMint.uidOf(workerEuid)
        .orElseThrow(
            () -> new RefusedException(Refusal.unknown("worker_euid", "worker " + workerEuid)));
  }

  private static <E extends Enum<E>> String[] names(E one, E[] all) {
    return one != null
        ? new String[] {one.name()}
        : Arrays.stream(all).map(Enum::name).toArray(String[]::new);
  }
}
