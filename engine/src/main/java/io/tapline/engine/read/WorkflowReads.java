package io.tapline.engine.read;

import io.tapline.engine.decide.WorkflowStatus;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.OnFailure;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Workflow;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Rows;
import io.tapline.engine.store.Workflows;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Workflows as they stand now, with their graphs. */
public final class WorkflowReads {

  private static final NamedSql LIST = NamedSql.load(Rows.class, "workflow_list");

  private final TapDb tapDb;
  private final Kinds kinds;
  private final SubstrateReads jobs;

  WorkflowReads(TapDb tapDb, Kinds kinds, SubstrateReads jobs) {
    this.tapDb = tapDb;
    this.kinds = kinds;
    this.jobs = jobs;
  }

  /** Newest first. */
  public Page<WorkflowView> page(long tenantId, int limit, String cursor) {
    int most = Cursor.limit(limit);
    long before = cursor == null ? Long.MAX_VALUE : Cursor.uid(cursor);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var found = list(tx, before, most + 1);
          var shown = found.size() > most ? found.subList(0, most) : found;
          return new Page<>(
              shown.stream().map(Listed::view).toList(),
              found.size() > most
                  ? Cursor.of(new Cursor.AfterUid(shown.get(most - 1).uid()))
                  : null);
        });
  }

  /** One, with its jobs and edges. */
  public WorkflowView one(long tenantId, String workflowId) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var listed = find(tx, workflowId);
          var uids = Workflows.jobs(tx, listed.uid());
          var views = jobs.views(tx, uids);
          var nodes = uids.stream().map(views::get).filter(Objects::nonNull).toList();
          var edges =
              Workflows.edges(tx, uids).stream()
                  .filter(e -> views.containsKey(e.parentUid()) && views.containsKey(e.childUid()))
                  .map(
                      e ->
                          new WorkflowView.Edge(
                              views.get(e.parentUid()).jobId(),
                              views.get(e.childUid()).jobId(),
                              OnFailure.of(e.relationship().substring(OnFailure.PREFIX.length()))))
                  .toList();
          return whole(listed.view(), nodes, edges);
        });
  }

  private static WorkflowView whole(
      WorkflowView w, List<SubstrateJob> nodes, List<WorkflowView.Edge> edges) {
    return new WorkflowView(
        w.workflowId(),
        w.workflowKind(),
        w.generator(),
        w.status(),
        w.correlationId(),
        w.enqueuedBy(),
        w.enqueuedAt(),
        w.finishedAt(),
        w.jobCount(),
        nodes,
        edges);
  }

  private Listed find(Tx tx, String workflowId) throws SQLException {
    var uid = EuidMint.uidOf(workflowId);
    var found = uid.isEmpty() ? List.<Listed>of() : list(tx, uid.getAsLong() + 1, 1);
    if (found.isEmpty() || !found.get(0).view().workflowId().equals(workflowId)) {
      throw new RefusedException(Refusal.unknown("workflow_id", "workflow " + workflowId));
    }
    return found.get(0);
  }

  private record Listed(long uid, WorkflowView view) {}

  private List<Listed> list(Tx tx, long before, int limit) throws SQLException {
    return tx.query(
        LIST,
        WorkflowReads::listed,
        Map.of("template", kinds.of(tx, Kinds.WORKFLOW).uid(), "before", before, "limit", limit));
  }

  private static Listed listed(ResultSet row) throws SQLException {
    var note = Json.read(row.getString("properties"), Workflow.Note.class);
    var states = states(row.getArray("states"));
    var finished = row.getObject("finished_at", OffsetDateTime.class);
    Instant made = row.getObject("created_dt", OffsetDateTime.class).toInstant();
    return new Listed(
        row.getLong("uid"),
        new WorkflowView(
            row.getString("euid"),
            note.workflowKind(),
            note.generator(),
            WorkflowStatus.of(states),
            note.correlationId(),
            note.enqueuedBy(),
            made,
            finished == null ? null : finished.toInstant(),
            states.size(),
            null,
            null));
  }

  private static List<ExecutionState> states(Array names) throws SQLException {
    return names == null
        ? List.of()
        : Arrays.stream((String[]) names.getArray()).map(ExecutionState::valueOf).toList();
  }
}
