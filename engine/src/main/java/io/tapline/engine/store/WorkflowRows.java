package io.tapline.engine.store;

import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.model.Workflow;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads and locks workflows, and reads their jobs. */
public final class WorkflowRows {

  private static final NamedSql READ = NamedSql.load(WorkflowRows.class, "registry/read_registry");
  private static final NamedSql SHARE =
      NamedSql.load(WorkflowRows.class, "workflow/share_workflows");
  private static final NamedSql LOCK = NamedSql.load(WorkflowRows.class, "workflow/lock_workflow");
  private static final NamedSql JOBS = NamedSql.load(WorkflowRows.class, "workflow/workflow_jobs");
  private static final NamedSql EDGES =
      NamedSql.load(WorkflowRows.class, "workflow/workflow_edges");

  /** A dependency between two jobs: their uids, and the link type. */
  public record Edge(long parentUid, long childUid, String relationship) {}

  private WorkflowRows() {}

  /** Null when there is none. */
  public static Workflow find(Tx tx, TemplateCache templateCache, String euid) throws SQLException {
    var uid = EuidMint.uidOf(euid);
    if (uid.isEmpty()) {
      return null;
    }
    long template = templateCache.template(tx, TemplateCache.WORKFLOW).uid();
    return tx
        .query(
            READ,
            row ->
                row.getLong("template_uid") != template || !row.getString("euid").equals(euid)
                    ? null
                    : new Workflow(
                        row.getLong("uid"),
                        euid,
                        Json.read(row.getString("properties"), Workflow.Note.class)),
            Map.of("uids", new long[] {uid.getAsLong()}))
        .stream()
        // Another kind of object may have the EUID.
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /**
   * Locks workflows that a transaction adds jobs to. Additions run concurrently; a cancellation
   * excludes them.
   */
  public static void share(Tx tx, List<Long> uids) throws SQLException {
    tx.query(
        SHARE,
        row -> row.getLong("uid"),
        Map.of("uids", uids.stream().mapToLong(Long::longValue).toArray()));
  }

  /** Waits for the end of all transactions that add jobs to the workflow. */
  public static void lock(Tx tx, long uid) throws SQLException {
    tx.query(LOCK, row -> row.getLong("uid"), Map.of("uid", uid));
  }

  /** The uids of its jobs, in the order of their creation. */
  public static List<Long> jobs(Tx tx, long workflowUid) throws SQLException {
    return tx.query(
        JOBS,
        row -> row.getLong("child_uid"),
        Map.of("workflow", workflowUid, "relationship", LinkTypes.WORKFLOW_JOB));
  }

  public static List<Edge> edges(Tx tx, List<Long> jobs) throws SQLException {
    return tx.query(
        EDGES,
        row ->
            new Edge(
                row.getLong("parent_uid"), row.getLong("child_uid"), row.getString("relationship")),
        Map.of("uids", jobs.stream().mapToLong(Long::longValue).toArray()));
  }
}
