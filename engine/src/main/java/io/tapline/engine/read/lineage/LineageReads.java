package io.tapline.engine.read.lineage;

import io.tapline.api.ExecutionState;
import io.tapline.api.LineageView;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.DocumentCodec;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Lineage;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Sources, products and makers of objects, read breadth first with one statement per level. */
public final class LineageReads {

  public static final int DEFAULT_DEPTH = 8;

  private static final NamedSql DOWN = NamedSql.load(DecisionRows.class, "lineage/made_from_down");
  private static final NamedSql UP = NamedSql.load(DecisionRows.class, "lineage/made_from_up");
  private static final NamedSql MADE_BY = NamedSql.load(DecisionRows.class, "lineage/made_by");

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public LineageReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /**
   * @param depth number of levels, at most {@link Lineage#MAX_DEPTH}
   */
  public LineageView lineageOf(
      long tenantId, String subjectEuid, LineageDirection direction, int depth) {
    if (depth < 1 || depth > Lineage.MAX_DEPTH) {
      throw RefusedException.invalid("depth", depth + " is not between 1 and " + Lineage.MAX_DEPTH);
    }
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var lineageTraversal =
              new LineageTraversal(
                  tx, ObjectLookup.subject(tx, templateCache, subjectEuid).subject().uid());
          if (direction != LineageDirection.DOWN) {
            lineageTraversal.go(UP, Link::parentUid, depth);
          }
          if (direction != LineageDirection.UP) {
            lineageTraversal.go(DOWN, Link::childUid, depth);
          }
          return view(tx, subjectEuid, lineageTraversal);
        });
  }

  private LineageView view(Tx tx, String subjectEuid, LineageTraversal lineageTraversal)
      throws SQLException {
    var nodes = new HashMap<Long, LineageView.Node>();
    tx.query(
        MADE_BY,
        row -> nodes.put(row.getLong("uid"), node(tx, row)),
        Map.of("uids", array(lineageTraversal.reached)));
    var edges =
        lineageTraversal.links.stream()
            .filter(k -> nodes.containsKey(k.parentUid()) && nodes.containsKey(k.childUid()))
            .map(
                k ->
                    new LineageView.Edge(
                        nodes.get(k.parentUid()).euid(),
                        k.relationship(),
                        nodes.get(k.childUid()).euid()))
            .toList();
    return new LineageView(
        subjectEuid,
        lineageTraversal.reached.stream().map(nodes::get).filter(Objects::nonNull).toList(),
        edges,
        lineageTraversal.truncated);
  }

  private LineageView.Node node(Tx tx, ResultSet row) throws SQLException {
    var code = templateCache.codeOf(tx, row.getLong("template_uid"));
    var state = row.getString("exec_state");
    return new LineageView.Node(
        row.getString("euid"),
        code,
        row.getString("name"),
        ObjectKind.of(code),
        state == null ? null : ExecutionState.valueOf(state),
        row.getObject("created_dt", OffsetDateTime.class).toInstant(),
        madeBy(row));
  }

  private static LineageView.MadeBy madeBy(ResultSet row) throws SQLException {
    var action = row.getString("action_euid");
    if (action == null) {
      return null;
    }
    var note = DocumentCodec.action(row.getString("action"));
    var worker = row.getString("worker_euid");
    var lease = row.getString("lease_euid");
    return new LineageView.MadeBy(
        note.actor(),
        note.actionKey().wire(),
        action,
        worker == null ? note.workerEuid() : worker,
        lease == null ? note.leaseEuid() : lease,
        row.getString("record_euid"),
        row.getObject("made_at", OffsetDateTime.class).toInstant());
  }

  private static long[] array(Set<Long> uids) {
    return uids.stream().mapToLong(Long::longValue).toArray();
  }

  /** The visited objects. Each object is visited once per direction, so cycles end. */
  private static final class LineageTraversal {

    private final Tx tx;
    private final long root;
    private final Set<Long> reached = new LinkedHashSet<>();
    private final Set<Link> links = new LinkedHashSet<>();
    private boolean truncated;

    LineageTraversal(Tx tx, long root) {
      this.tx = tx;
      this.root = root;
      reached.add(root);
    }

    void go(NamedSql step, ToLongFunction<Link> end, int depth) throws SQLException {
      var visited = new LinkedHashSet<Long>(Set.of(root));
      Set<Long> level = Set.of(root);
      for (int at = 0; !level.isEmpty(); at++) {
        var next = new LinkedHashSet<Long>();
        for (var link : links(step, level)) {
          long object = end.applyAsLong(link);
          boolean isNew = !visited.contains(object);
          // At the depth limit, the level is read only to detect further objects.
          if (isNew && (at == depth || reached.size() > Lineage.MAX_OBJECTS)) {
            truncated = true;
          } else if (at < depth) {
            links.add(link);
            reached.add(object);
            if (visited.add(object)) {
              next.add(object);
            }
          }
        }
        level = next;
      }
    }

    private List<Link> links(NamedSql step, Set<Long> from) throws SQLException {
      var found =
          new ArrayList<>(
              tx.query(
                  step,
                  row ->
                      new Link(
                          row.getLong("parent_uid"),
                          row.getString("relationship"),
                          row.getLong("child_uid")),
                  Map.of("uids", array(from), "limit", Lineage.MAX_LINKS)));
      truncated |= found.size() >= Lineage.MAX_LINKS;
      found.sort(
          java.util.Comparator.comparingLong(Link::parentUid).thenComparingLong(Link::childUid));
      return found;
    }
  }
}
