package io.tapline.tapdb;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** The links between the objects of one tenant, in one transaction. */
public final class Lineage {

  /** Deeper than any workflow; a longer chain needs several requests. */
  public static final int MAX_DEPTH = 16;

  /** The largest useful number for a person or a screen. */
  public static final int MAX_OBJECTS = 1_000;

  /**
   * A few objects can still have many links between them; also the limit of the links of one
   * object.
   */
  public static final int MAX_LINKS = 10_000;

  /** PostgreSQL accepts 65,535 parameters in a statement; a link has five. */
  private static final int MAX_ROWS = 1_000;

  private static final NamedSql CHILDREN = NamedSql.load(Lineage.class, "lineage/lineage_children");
  private static final NamedSql PARENTS = NamedSql.load(Lineage.class, "lineage/lineage_parents");

  private static final Comparator<Link> ORDER =
      Comparator.comparing(Link::relationship)
          .thenComparingLong(Link::parentUid)
          .thenComparingLong(Link::childUid);

  private final Tx tx;

  public Lineage(Tx tx) {
    this.tx = tx;
  }

  /** Links of the object to children, up to the limit. */
  public List<Link> children(long parentUid, int limit) throws SQLException {
    return links(Traversal.Direction.TO_CHILDREN, List.of(parentUid), within(limit, MAX_LINKS));
  }

  /** Links of the object to parents, up to the limit. */
  public List<Link> parents(long childUid, int limit) throws SQLException {
    return links(Traversal.Direction.TO_PARENTS, List.of(childUid), within(limit, MAX_LINKS));
  }

  /**
   * Adds links; existing ones stay unchanged.
   *
   * @return number of new links
   */
  public int link(Collection<Link> links, Instant now) throws SQLException {
    var rest = new ArrayList<>(new LinkedHashSet<>(links));
    // One order for all writers: overlapping batches wait for each other at most once and never in
    // a cycle.
    rest.sort(ORDER);
    int added = 0;
    for (int from = 0; from < rest.size(); from += MAX_ROWS) {
      added += insert(rest.subList(from, Math.min(from + MAX_ROWS, rest.size())), now);
    }
    return added;
  }

  /** Breadth first, one statement per level. Cycles end because an object is visited once. */
  public Traversal traverse(long root, Traversal.Direction direction, int maxDepth, int maxObjects)
      throws SQLException {
    within(maxDepth, MAX_DEPTH);
    within(maxObjects, MAX_OBJECTS);
    var reached = new LinkedHashSet<Long>();
    var followed = new ArrayList<Link>();
    List<Long> level = List.of(root);
    for (int depth = 0; !level.isEmpty(); depth++) {
      // One more link than allowed distinguishes "exactly full" from "more".
      var links = links(direction, level, MAX_LINKS - followed.size() + 1);
      var next = new ArrayList<Long>();
      for (var link : links) {
        long object = end(link, direction);
        boolean isNew = object != root && !reached.contains(object);
        boolean full =
            followed.size() == MAX_LINKS
                || isNew && (depth == maxDepth || reached.size() == maxObjects);
        if (full) return new Traversal(root, List.copyOf(reached), followed, true);
        // At the depth limit this level is read only to detect further objects.
        if (depth == maxDepth) continue;
        followed.add(link);
        if (isNew && reached.add(object)) next.add(object);
      }
      level = next;
    }
    return new Traversal(root, List.copyOf(reached), followed, false);
  }

  private List<Link> links(Traversal.Direction direction, List<Long> from, int limit)
      throws SQLException {
    var usual = planning("force_custom_plan");
    var links =
        tx.query(
            direction == Traversal.Direction.TO_CHILDREN ? CHILDREN : PARENTS,
            Lineage::link,
            Map.of("uids", from.stream().mapToLong(Long::longValue).toArray(), "limit", limit));
    planning(usual);
    links.sort(ORDER);
    return links;
  }

  /** Sets the plan cache mode and returns the previous one. */
  private String planning(String mode) throws SQLException {
    var before = SqlFile.load(Lineage.class, "lineage/lineage_planning");
    return tx.query(before, row -> row.getString("usual"), mode).get(0);
  }

  private int insert(List<Link> links, Instant now) throws SQLException {
    var rows = "(?, ?, ?, ?, ?), ".repeat(links.size() - 1) + "(?, ?, ?, ?, ?)";
    var values = new ArrayList<Object>(links.size() * 5);
    for (var link : links) {
      values.add(tx.tenantId());
      values.add(link.parentUid());
      values.add(link.relationship());
      values.add(link.childUid());
      values.add(now);
    }
    // Not in a file, because the number of rows varies. VALUES, because a distributed table accepts
    // no unnest.
    return tx.update(
        "insert into tapline.lineage_link (tenant_id, parent_uid, relationship, child_uid,"
            + " created_dt) values "
            + rows
            + " on conflict do nothing",
        values.toArray());
  }

  private static long end(Link link, Traversal.Direction direction) {
    return direction == Traversal.Direction.TO_CHILDREN ? link.childUid() : link.parentUid();
  }

  private static Link link(ResultSet row) throws SQLException {
    return new Link(
        row.getLong("parent_uid"), row.getString("relationship"), row.getLong("child_uid"));
  }

  private static int within(int value, int max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(value + " is not between 1 and " + max);
    }
    return value;
  }
}
