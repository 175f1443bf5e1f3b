package io.tapline.engine.read.evidence;

import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.model.DeadLetterNote;
import io.tapline.engine.model.HoldNote;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.read.base.SetReadPlanning;
import io.tapline.engine.store.AnswerBytes;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The form of holds and dead letters in every answer: their content, their job, and the actors that
 * placed and ended them, by EUID and name. Related objects are read from lineage, never from copies
 * in JSON.
 */
public enum LinkedEvidence {
  HOLD(
      TemplateCache.HOLD,
      HoldNote.class,
      "hold_euid",
      relationships(
          LinkTypes.SUBJECT_HOLD,
          LinkTypes.QUEUE_HOLD,
          LinkTypes.ACTOR_HOLD,
          LinkTypes.ACTOR_HOLD_RELEASE)) {
    @Override
    void people(ObjectNode node, ResultSet row) throws SQLException {
      node.put("placed_by_lookup_euid", row.getString("placed_by"))
          .put("placed_by_lookup_name", row.getString("placed_by_name"))
          .put("released_by_lookup_euid", row.getString("ended_by"))
          .put("released_by_lookup_name", row.getString("ended_by_name"));
    }
  },
  DEAD_LETTER(
      TemplateCache.DEAD_LETTER,
      DeadLetterNote.class,
      "dead_letter_euid",
      relationships(
          LinkTypes.SUBJECT_DEAD_LETTER,
          LinkTypes.QUEUE_DEAD_LETTER,
          LinkTypes.RECORD_DEAD_LETTER,
          LinkTypes.ACTOR_DEAD_LETTER_RESOLUTION)) {
    @Override
    void people(ObjectNode node, ResultSet row) throws SQLException {
      node.put("last_execution_record_lookup_euid", row.getString("placed_by"))
          .put("last_lease_lookup_euid", row.getString("last_lease"))
          .put("resolved_by_lookup_euid", row.getString("ended_by"))
          .put("resolved_by_lookup_name", row.getString("ended_by_name"));
    }
  };

  private static final NamedSql LIST =
      NamedSql.load(DecisionRows.class, "dead_letter/registry_list");
  private static final NamedSql OF_SUBJECT =
      NamedSql.load(DecisionRows.class, "dead_letter/history_linked");

  private final String kind;
  private final Class<?> note;
  private final String euidName;
  private final Map<String, String> relationships;

  LinkedEvidence(String kind, Class<?> note, String euidName, Map<String, String> relationships) {
    this.kind = kind;
    this.note = note;
    this.euidName = euidName;
    this.relationships = relationships;
  }

  private static Map<String, String> relationships(
      String subject, String queue, String placed, String ended) {
    return Map.of(
        "subject_relationship",
        subject,
        "queue_relationship",
        queue,
        "placed_relationship",
        placed,
        "ended_relationship",
        ended);
  }

  abstract void people(ObjectNode node, ResultSet row) throws SQLException;

  /** The objects of all jobs, oldest first, up to the size of one answer. */
  AnswerBytes.Rows<ListedObject> list(
      Tx tx,
      TemplateCache templateCache,
      String[] statuses,
      DeadLetterFilter filter,
      String cursor,
      int limit)
      throws SQLException {
    var parameters = new HashMap<String, Object>(relationships);
    parameters.put("template", templateCache.template(tx, kind).uid());
    parameters.put("statuses", statuses);
    parameters.put("queue", filter.queueKey());
    parameters.put("reason_code", filter.reasonCode());
    parameters.put("stage", filter.stage());
    parameters.put("error", filter.error());
    parameters.put("message", filter.message());
    parameters.put("after", PageCursor.uid(cursor));
    SetReadPlanning.allow(tx);
    return AnswerBytes.read(
        tx, LIST, row -> new ListedObject(row.getLong("uid"), shown(row)), parameters, limit);
  }

  /** The objects of one job in any status, oldest first. */
  public List<JsonNode> readFor(Tx tx, long subjectUid) throws SQLException {
    var parameters = new HashMap<String, Object>(relationships);
    parameters.put("uid", subjectUid);
    parameters.put("limit", SubjectHistory.MOST);
    return List.copyOf(tx.query(OF_SUBJECT, this::shown, parameters));
  }

  private ObjectNode shown(ResultSet row) throws SQLException {
    var node =
        ((ObjectNode) Json.tree(Json.read(row.getString("properties"), note)))
            .put(euidName, row.getString("euid"))
            .put("subject_lookup_euid", row.getString("subject_euid"))
            .put("subject_lookup_name", row.getString("subject_name"))
            .put("queue_lookup_key", row.getString("queue_key"));
    people(node, row);
    return node;
  }
}
