package io.tapline.engine.read;

import io.tapline.engine.decide.Relationship;
import io.tapline.engine.model.HoldStatus;
import io.tapline.engine.model.ResolutionState;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Rows;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import java.util.Arrays;
import java.util.HashMap;
import tools.jackson.databind.JsonNode;

/** Leases, holds and dead letters over all subjects, a page at a time. */
public final class EvidenceReads {

  private static final NamedSql REGISTRY = NamedSql.load(Rows.class, "registry_list");

  private final TapDb tapDb;
  private final Kinds kinds;
  private final LeaseReads leases;

  EvidenceReads(TapDb tapDb, Kinds kinds) {
    this.tapDb = tapDb;
    this.kinds = kinds;
    this.leases = new LeaseReads(tapDb, kinds);
  }

  public Page<JsonNode> holds(long tenantId, HoldStatus status, int limit, String cursor) {
    return registry(
        tenantId,
        Kinds.HOLD,
        "hold_euid",
        names(status, HoldStatus.values()),
        Relationship.SUBJECT_HOLD,
        Relationship.QUEUE_HOLD,
        DeadLetterFilter.NONE,
        limit,
        cursor);
  }

  public Page<JsonNode> deadLetters(
      long tenantId, DeadLetterFilter filter, int limit, String cursor) {
    return registry(
        tenantId,
        Kinds.DEAD_LETTER,
        "dead_letter_euid",
        names(filter.state(), ResolutionState.values()),
        Relationship.SUBJECT_DEAD_LETTER,
        Relationship.QUEUE_DEAD_LETTER,
        filter,
        limit,
        cursor);
  }

  /**
   * A lapsed lease is EXPIRED here from that instant on, settled or not. A page may be short and
   * still have a next one.
   */
  public Page<JsonNode> leases(long tenantId, LeaseFilter filter, int limit, String cursor) {
    return leases.list(tenantId, filter, limit, cursor);
  }

  private Page<JsonNode> registry(
      long tenantId,
      String kind,
      String euidName,
      String[] statuses,
      String subjectRelationship,
      String queueRelationship,
      DeadLetterFilter filter,
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
          parameters.put("queue", filter.queueKey());
          parameters.put("reason_code", filter.reasonCode());
          parameters.put("stage", filter.stage());
          parameters.put("after", Cursor.uid(cursor));
          parameters.put("limit", most + 1);
          SetReads.allow(tx);
          return Numbered.page(
              tx.query(
                  REGISTRY,
                  row ->
                      new Numbered(
                          row.getLong("uid"),
                          Stored.document(row.getString("properties"))
                              .put(euidName, row.getString("euid"))
                              .put("subject_lookup_euid", row.getString("subject_euid"))
                              .put("subject_lookup_name", row.getString("subject_name"))
                              .put("queue_lookup_key", row.getString("queue_key"))),
                  parameters),
              most,
              null);
        });
  }

  private static <E extends Enum<E>> String[] names(E one, E[] all) {
    return one != null
        ? new String[] {one.name()}
        : Arrays.stream(all).map(Enum::name).toArray(String[]::new);
  }
}
