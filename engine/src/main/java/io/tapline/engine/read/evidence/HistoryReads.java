package io.tapline.engine.read.evidence;

import io.tapline.api.Progress;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Subject;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.DocumentCodec;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The history of one job. Owners and places are read from lineage, never from copies in JSON. */
public final class HistoryReads {

  private static final NamedSql LEASES =
      NamedSql.load(DecisionRows.class, "history/history_leases");
  private static final NamedSql RECORDS =
      NamedSql.load(DecisionRows.class, "history/history_records");
  private static final NamedSql ACTIONS =
      NamedSql.load(DecisionRows.class, "history/history_actions");

  private static final NamedSql ENQUEUES =
      NamedSql.load(DecisionRows.class, "history/enqueues_of_subjects");

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public HistoryReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /** The enqueue action of a job and its trace. */
  public record TracedEnqueue(String subjectEuid, String actionEuid, String traceId) {}

  /** The enqueue actions of some jobs; those without a trace are omitted. */
  public List<TracedEnqueue> enqueues(long tenantId, Collection<String> subjectEuids) {
    var uids =
        subjectEuids.stream()
            .map(EuidMint::uidOf)
            .filter(OptionalLong::isPresent)
            .mapToLong(OptionalLong::getAsLong)
            .toArray();
    return tapDb.snapshot(
        tenantId,
        tx ->
            tx.query(
                ENQUEUES,
                row ->
                    new TracedEnqueue(
                        row.getString("subject_euid"),
                        row.getString("action_euid"),
                        row.getString("trace_id")),
                Map.of("uids", uids)));
  }

  public SubjectHistory historyOf(long tenantId, String subjectEuid) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var subject = ObjectLookup.subject(tx, templateCache, subjectEuid).subject();
          long uid = subject.uid();
          var progress = ProgressReads.newest(tx, Set.of(uid));
          var leases = new ArrayList<JsonNode>();
          var records = new ArrayList<JsonNode>();
          var parameters = Map.of("uid", uid, "limit", SubjectHistory.MOST);
          tx.query(
              LEASES,
              row ->
                  leases.add(lease(row, subject, progress)) & records.add(record(row, subjectEuid)),
              parameters);
          tx.query(RECORDS, row -> records.add(record(row, subjectEuid, null)), parameters);
          records.sort(java.util.Comparator.comparing(r -> r.path("started_at").asString("")));
          var actions = tx.query(ACTIONS, HistoryReads::action, parameters);
          ActionNames.add(tx, templateCache, actions);
          return new SubjectHistory(
              subjectEuid,
              records,
              leases,
              LinkedEvidence.HOLD.readFor(tx, uid),
              LinkedEvidence.DEAD_LETTER.readFor(tx, uid),
              List.copyOf(actions));
        });
  }

  private static ObjectNode lease(ResultSet row, Subject subject, Map<String, Progress> progress)
      throws SQLException {
    return LeaseDocumentBuilder.builder()
        .leaseEuid(row.getString("lease_euid"))
        .fencingToken(row.getLong("uid"))
        .terms(DocumentCodec.lease(row.getString("lease")))
        .subjectEuid(subject.euid())
        .subjectName(subject.name())
        .subjectState(subject.execution().state())
        .workerEuid(row.getString("worker_euid"))
        .workerName(row.getString("worker_name"))
        .queueKey(row.getString("queue_key"))
        .recordEuid(row.getString("record_euid"))
        .progress(progress.get(row.getString("lease_euid")))
        .build()
        .node();
  }

  private static ObjectNode record(ResultSet row, String subjectEuid) throws SQLException {
    return record(row, subjectEuid, DocumentCodec.lease(row.getString("lease")))
        .put("worker_lookup_euid", row.getString("worker_euid"))
        .put("worker_lookup_name", row.getString("worker_name"))
        .put("lease_lookup_euid", row.getString("lease_euid"));
  }

  /** A record without a lease has an explicit null for lease and worker. */
  private static ObjectNode record(ResultSet row, String subjectEuid, LeaseTerms under)
      throws SQLException {
    var node = (ObjectNode) Json.tree(DocumentCodec.record(row.getString("record"), under));
    if (!node.hasNonNull("policy_refs")) {
      node.set("policy_refs", Json.tree(Queue.impliedPolicyRefs(row.getString("queue_euid"))));
    }
    var outputs = node.putArray("outputs");
    for (var output : (String[]) row.getArray("outputs").getArray()) {
      outputs.add(output);
    }
    return node.put("record_euid", row.getString("record_euid"))
        .put("supersedes_lookup_euid", row.getString("supersedes_euid"))
        .put("subject_lookup_euid", subjectEuid)
        .put("queue_lookup_key", row.getString("queue_key"))
        .putNull("worker_lookup_euid")
        .putNull("worker_lookup_name")
        .putNull("lease_lookup_euid");
  }

  static ObjectNode action(ResultSet row) throws SQLException {
    var note = DocumentCodec.action(row.getString("properties"));
    var node = (ObjectNode) Json.tree(note);
    node.remove("execution");
    if (note.execution() != null) {
      node.set("result", Json.tree(note.execution()));
    }
    if (note.toQueueKey() != null) {
      node.put("to_queue_key", note.toQueueKey());
    }
    if (node.get("result") instanceof ObjectNode result) {
      result.remove("lease_token");
    }
    return node.put("action_euid", row.getString("euid"))
        .put("at", TimeText.of(row.getObject("created_dt", OffsetDateTime.class).toInstant()));
  }
}
