package io.tapline.engine.testing;

import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Compares the documents of subjects and registered objects before and after an action, and looks
 * in the evidence for each value that the action replaced.
 */
public final class KeptValues {

  /** Not authoritative, or computed from other fields. */
  private static final Set<String> DERIVED =
      Set.of("queue_cache", "last_execution_record_euid", "current_queue_key", "computed_at");

  /** The only value that an object can begin with; the action that made it is its evidence. */
  private static final Set<String> FIRST_VALUES =
      Set.of("status=ACTIVE", "resolution_state=OPEN", "hold_state=NONE", "enabled=true");

  private final ScratchEngine test;
  private final long tenantId;

  public KeptValues(ScratchEngine test, long tenantId) {
    this.test = test;
    this.tenantId = tenantId;
  }

  /** The documents of all subjects and registered objects, by EUID. */
  public Map<String, JsonNode> documents() {
    var documents = new LinkedHashMap<String, JsonNode>();
    for (var row :
        rows(
            "select euid, json_addl ->> 'properties' from tapline.generic_instance"
                + " where tenant_id = ? and storage_class in ('subject', 'registry') order by uid")) {
      documents.put(row.get(0), Json.parse(row.get(1)));
    }
    return documents;
  }

  /** Values of these documents that were replaced since and that no action of the object keeps. */
  public List<String> lostSince(Map<String, JsonNode> before) {
    var after = documents();
    var lost = new ArrayList<String>();
    before.forEach(
        (euid, document) -> {
          var replaced = new HashSet<>(values(document));
          replaced.removeAll(values(after.getOrDefault(euid, Json.object())));
          if (!replaced.isEmpty()) {
            replaced.removeAll(evidence(euid));
            replaced.removeAll(FIRST_VALUES);
          }
          replaced.forEach(value -> lost.add(euid + " " + value));
        });
    return lost;
  }

  private Set<String> evidence(String euid) {
    var kept = new HashSet<String>();
    for (var row :
        rows(
            """
            select a.json_addl ->> 'properties' from tapline.generic_instance a
            where a.tenant_id = ? and a.storage_class in ('action', 'pulse')
              and (position('%1$s' in a.json_addl::text) > 0
                or exists (select 1 from tapline.generic_instance_lineage k
                  join tapline.generic_instance o on o.tenant_id = k.tenant_id and o.uid = k.child_uid
                  where k.tenant_id = a.tenant_id and k.parent_uid = a.uid and o.euid = '%1$s'))
            """
                .formatted(euid))) {
      kept.addAll(values(Json.parse(row.get(0))));
    }
    return kept;
  }

  /** Every leaf with the name of its field; a state before an action is called from_state there. */
  private static Set<String> values(JsonNode document) {
    var values = new HashSet<String>();
    collect("", document, values);
    return values;
  }

  private static void collect(String name, JsonNode node, Set<String> values) {
    if (node.isObject()) {
      for (var entry : node.properties()) {
        if (!DERIVED.contains(entry.getKey())) {
          collect(field(entry.getKey()), entry.getValue(), values);
        }
      }
    } else if (node.isArray()) {
      node.forEach(one -> collect(name, one, values));
    } else if (!node.isNull() && !isEmpty(node)) {
      values.add(name + "=" + node.asString());
    }
  }

  /** The evidence leaves out fields that have their empty value. */
  private static boolean isEmpty(JsonNode node) {
    return node.isBoolean() && !node.booleanValue() || node.isNumber() && node.asDouble() == 0;
  }

  private static String field(String name) {
    return switch (name) {
      case "from_state" -> "state";
      case "revision_before" -> "revision";
      default -> name;
    };
  }

  private List<List<String>> rows(String sql) {
    try (var admin = test.onlooker();
        var statement = admin.prepareStatement(sql)) {
      statement.setLong(1, tenantId);
      try (var rows = statement.executeQuery()) {
        var found = new ArrayList<List<String>>();
        while (rows.next()) {
          var row = new ArrayList<String>();
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            row.add(rows.getString(i));
          }
          found.add(row);
        }
        return found;
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
