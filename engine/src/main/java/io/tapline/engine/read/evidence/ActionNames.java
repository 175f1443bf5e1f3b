package io.tapline.engine.read.evidence;

import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Adds display names to the EUIDs of a shown action. */
final class ActionNames {

  private static final NamedSql NAMES = NamedSql.load(DecisionRows.class, "action/display_names");

  private static final List<String> OBJECTS = List.of("subject_euid", "worker_euid");

  private ActionNames() {}

  /** Changes the given nodes. */
  static void add(Tx tx, TemplateCache templateCache, Collection<ObjectNode> actions)
      throws SQLException {
    var uids = new HashSet<Long>();
    var actors = new HashSet<String>();
    for (var action : actions) {
      for (var field : OBJECTS) {
        if (action.hasNonNull(field)) {
          EuidMint.uidOf(action.path(field).asString()).ifPresent(uids::add);
        }
      }
      actors.add(action.path("actor").asString(""));
    }
    var names = names(tx, templateCache, uids, actors);
    for (var action : actions) {
      for (var field : OBJECTS) {
        put(
            action,
            field.replace("_euid", "_lookup_name"),
            names.get(action.path(field).asString("")));
      }
      put(action, "actor_lookup_name", names.get(action.path("actor").asString("")));
    }
  }

  private static void put(ObjectNode action, String field, String name) {
    if (name != null) {
      action.put(field, name);
    }
  }

  private static Map<String, String> names(
      Tx tx, TemplateCache templateCache, Collection<Long> uids, Collection<String> actors)
      throws SQLException {
    var names = new HashMap<String, String>();
    tx.query(
        NAMES,
        row -> names.put(row.getString("euid"), row.getString("name")),
        Map.of(
            "uids",
            uids.stream().mapToLong(Long::longValue).toArray(),
            "actors",
            actors.toArray(String[]::new),
            "principal",
            templateCache.template(tx, TemplateCache.PRINCIPAL).uid()));
    return names;
  }
}
