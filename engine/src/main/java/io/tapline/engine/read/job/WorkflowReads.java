package io.tapline.engine.read.job;

import io.tapline.api.ExecutionState;
import io.tapline.api.OnFailure;
import io.tapline.api.Page;
import io.tapline.api.WorkflowProgress;
import io.tapline.api.WorkflowRun;
import io.tapline.api.WorkflowStatus;
import io.tapline.api.WorkflowView;
import io.tapline.api.WorkflowViewBuilder;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Workflow;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.WorkflowRows;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;

/** Workflows with their current status and their graphs. */
public final class WorkflowReads {

  /** A run may have hundreds of steps, and each step is a complete job. */
  public static final int MOST_RUNS = 50;

  private static final NamedSql LIST = NamedSql.load(DecisionRows.class, "workflow/workflow_list");
  private static final NamedSql OF_KIND =
      NamedSql.load(DecisionRows.class, "workflow/workflow_list_of_kind");

  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final SubstrateReads jobs;

  public WorkflowReads(TapDb tapDb, TemplateCache templateCache, SubstrateReads jobs) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
    this.jobs = jobs;
  }

  /**
   * Newest first.
   *
   * @param kind the kind to select; null for all
   */
  public Page<WorkflowView> page(long tenantId, String kind, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var found = list(tx, kind, before(cursor), most + 1);
          return page(found, most, shown(found, most).stream().map(ListedWorkflow::view).toList());
        });
  }

  /** Runs of one kind with their steps, newest first. */
  public Page<WorkflowRun> runs(long tenantId, String kind, int limit, String cursor) {
    if (limit < 1 || limit > MOST_RUNS) {
      throw RefusedException.invalid("limit", limit + " is not between 1 and " + MOST_RUNS);
    }
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var found = list(tx, kind, before(cursor), limit + 1);
          if (found.isEmpty() && cursor == null) {
            throw RefusedException.unknown("workflow_kind", "workflow of kind " + kind);
          }
          return page(found, limit, runs(tx, shown(found, limit)));
        });
  }

  private static long before(String cursor) {
    return cursor == null ? Long.MAX_VALUE : PageCursor.uid(cursor);
  }

  private static List<ListedWorkflow> shown(List<ListedWorkflow> found, int most) {
    return found.size() > most ? found.subList(0, most) : found;
  }

  private static <T> Page<T> page(List<ListedWorkflow> found, int most, List<T> items) {
    boolean more = found.size() > most;
    return new Page<>(
        items, more ? PageCursor.encode(new PageCursor.AfterUid(found.get(most - 1).uid())) : null);
  }

  private List<WorkflowRun> runs(Tx tx, List<ListedWorkflow> listed) throws SQLException {
    var uids = new LinkedHashMap<Long, List<Long>>();
    for (var one : listed) {
      uids.put(one.uid(), WorkflowRows.jobs(tx, one.uid()));
    }
    var views = jobs.views(tx, uids.values().stream().flatMap(List::stream).toList());
    return listed.stream()
        .map(
            one ->
                new WorkflowRun(
                    one.view(),
                    uids.get(one.uid()).stream()
                        .map(views::get)
                        .filter(Objects::nonNull)
                        .map(WorkflowRun.Step::of)
                        .toList()))
        .toList();
  }

  /** One workflow with its jobs and edges. */
  public WorkflowView one(long tenantId, String workflowId) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var listedWorkflow = find(tx, workflowId);
          var uids = WorkflowRows.jobs(tx, listedWorkflow.uid());
          var views = jobs.views(tx, uids);
          var nodes = uids.stream().map(views::get).filter(Objects::nonNull).toList();
          var edges =
              WorkflowRows.edges(tx, uids).stream()
                  .filter(e -> views.containsKey(e.parentUid()) && views.containsKey(e.childUid()))
                  .map(
                      e ->
                          new WorkflowView.Edge(
                              views.get(e.parentUid()).jobId(),
                              views.get(e.childUid()).jobId(),
                              OnFailure.of(e.relationship().substring(OnFailure.PREFIX.length()))))
                  .toList();
          return WorkflowViewBuilder.builder(listedWorkflow.view())
              .jobs(nodes)
              .edges(edges)
              .build();
        });
  }

  private ListedWorkflow find(Tx tx, String workflowId) throws SQLException {
    var uid = EuidMint.uidOf(workflowId);
    var found = uid.isEmpty() ? List.<ListedWorkflow>of() : list(tx, null, uid.getAsLong() + 1, 1);
    if (found.isEmpty() || !found.get(0).view().workflowId().equals(workflowId)) {
      throw RefusedException.unknown("workflow_id", "workflow " + workflowId);
    }
    return found.get(0);
  }

  private record ListedWorkflow(long uid, WorkflowView view) {}

  private List<ListedWorkflow> list(Tx tx, String kind, long before, int limit)
      throws SQLException {
    var parameters = new HashMap<String, Object>();
    parameters.put("template", templateCache.template(tx, TemplateCache.WORKFLOW).uid());
    parameters.put("before", before);
    parameters.put("limit", limit);
    if (kind != null) {
      parameters.put("kind", kind);
    }
    return tx.query(kind == null ? LIST : OF_KIND, WorkflowReads::listed, parameters);
  }

  private static ListedWorkflow listed(ResultSet row) throws SQLException {
    var note = Json.read(row.getString("properties"), Workflow.Note.class);
    var states = states(row.getArray("states"));
    var finished = row.getObject("finished_at", OffsetDateTime.class);
    Instant made = row.getObject("created_dt", OffsetDateTime.class).toInstant();
    return new ListedWorkflow(
        row.getLong("uid"),
        WorkflowViewBuilder.builder()
            .workflowId(row.getString("euid"))
            .workflowKind(note.workflowKind())
            .generator(note.generator())
            .status(WorkflowStatus.of(states))
            .correlationId(note.correlationId())
            .enqueuedBy(note.enqueuedBy())
            .enqueuedAt(made)
            .finishedAt(finished == null ? null : finished.toInstant())
            .jobCount(states.size())
            .progress(WorkflowProgress.of(states))
            .build());
  }

  private static List<ExecutionState> states(Array names) throws SQLException {
    return names == null
        ? List.of()
        : Arrays.stream((String[]) names.getArray()).map(ExecutionState::valueOf).toList();
  }
}
