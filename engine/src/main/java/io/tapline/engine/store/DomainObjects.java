package io.tapline.engine.store;

import io.tapline.engine.domain.ExistingObject;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Objects of a domain, in the form in which the actions of a pack read them. */
public final class DomainObjects {

  private static final NamedSql NAMED = NamedSql.load(DomainObjects.class, "lineage/named_objects");
  private static final NamedSql PARENTS =
      NamedSql.load(DomainObjects.class, "lineage/related_parents");
  private static final NamedSql CHILDREN =
      NamedSql.load(DomainObjects.class, "lineage/related_children");

  private final Tx tx;
  private final TemplateCache templateCache;

  public DomainObjects(Tx tx, TemplateCache templateCache) {
    this.tx = tx;
    this.templateCache = templateCache;
  }

  /** A link from a requested object to another one. */
  public record Relation(long near, String relationship, long far) {}

  /** The existing objects, by uid. */
  public Map<Long, ExistingObject> byUid(Collection<Long> uids) throws SQLException {
    var found = new HashMap<Long, ExistingObject>();
    if (uids.isEmpty()) {
      return found;
    }
    var bare = new HashSet<Long>();
    for (var object : tx.query(NAMED, row -> known(row, bare), Map.of("uids", array(uids)))) {
      found.put(object.uid(), object);
    }
    // Large properties are in an object beside the row, which then has none.
    SubjectProperties.read(tx, bare)
        .forEach((uid, properties) -> found.computeIfPresent(uid, (k, o) -> with(o, properties)));
    return found;
  }

  public List<Relation> relations(
      Collection<Long> uids, Collection<String> relationships, boolean parents)
      throws SQLException {
    return uids.isEmpty() || relationships.isEmpty()
        ? List.of()
        : tx.query(
            parents ? PARENTS : CHILDREN,
            row ->
                new Relation(
                    row.getLong("near_uid"), row.getString("relationship"), row.getLong("far_uid")),
            Map.of("uids", array(uids), "relationships", relationships.toArray(String[]::new)));
  }

  private ExistingObject known(ResultSet row, Collection<Long> bare) throws SQLException {
    var execution = row.getString("execution");
    var properties = row.getString("properties");
    if (execution != null && properties.equals("{}")) {
      bare.add(row.getLong("uid"));
    }
    return new ExistingObject(
        row.getLong("uid"),
        row.getString("euid"),
        templateCache.codeOf(tx, row.getLong("template_uid")),
        row.getString("name"),
        Json.parse(properties),
        execution == null ? null : DocumentCodec.envelope(execution));
  }

  private static ExistingObject with(
      ExistingObject one, tools.jackson.databind.JsonNode properties) {
    return new ExistingObject(
        one.uid(), one.euid(), one.templateCode(), one.name(), properties, one.execution());
  }

  private static long[] array(Collection<Long> uids) {
    return uids.stream().mapToLong(Long::longValue).toArray();
  }
}
