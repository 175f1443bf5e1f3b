package io.tapline.engine;

import io.tapline.engine.store.BatchUpdateText;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.TapDb;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A statement of the engine, from its own file, prepared on the server by name, so that the plan
 * which the server keeps can be looked at.
 */
final class PreparedSql {

  private static final Pattern NAME = Pattern.compile("(?<!:):([a-z_]+)");

  private static final AtomicInteger NAMES = new AtomicInteger();

  private final Connection connection;
  private final long tenantId;
  private final String name;
  private final List<String> values = new ArrayList<>();
  private boolean overSets;

  /**
   * @param parameters their values as literals with a cast, such as {@code '1'::bigint}
   */
  PreparedSql(
      Connection connection, long tenantId, String statement, Map<String, String> parameters)
      throws SQLException {
    this(connection, tenantId, ClaimCandidates.class, statement, parameters);
  }

  /**
   * @param near whose file the statement is in
   */
  PreparedSql(
      Connection connection,
      long tenantId,
      Class<?> near,
      String statement,
      Map<String, String> parameters)
      throws SQLException {
    this.connection = connection;
    this.tenantId = tenantId;
    this.name = statement.replace('/', '_') + "_" + NAMES.incrementAndGet();
    var types = new ArrayList<String>();
    var text =
        NAME.matcher(
                BatchUpdateText.fills(statement)
                    ? BatchUpdateText.widest(statement)
                    : SqlFile.load(near, statement))
            .replaceAll(
                found -> {
                  var literal =
                      found.group(1).equals("tenant")
                          ? "'" + tenantId + "'::bigint"
                          : parameters.get(found.group(1));
                  if (literal == null) {
                    throw new IllegalArgumentException("no value for :" + found.group(1));
                  }
                  values.add(literal);
                  types.add(literal.substring(literal.lastIndexOf("::") + 2));
                  return "\\$" + values.size();
                });
    run("prepare " + name + " (" + String.join(", ", types) + ") as " + text);
  }

  /** Run as a read that asks for sorts and joins of whole sets back. */
  PreparedSql overSets() {
    overSets = true;
    return this;
  }

  /** Makes the server keep a plan for whatever is in the tables now. */
  PreparedSql used() throws SQLException {
    explain();
    return this;
  }

  /** Runs it as the engine does, in a transaction of one tenant, and rolls back. */
  JsonNode explain() throws SQLException {
    connection.setAutoCommit(false);
    try (var enter =
        connection.prepareStatement(SqlFile.load(TapDb.class, "transaction/enter_tenant"))) {
      enter.setString(1, Long.toString(tenantId));
      enter.setString(2, planning());
      enter.execute();
      if (overSets) {
        allowSets();
      }
      try (var query = connection.createStatement();
          var rows =
              query.executeQuery(
                  "explain (analyze, buffers, format json) execute "
                      + name
                      + values.stream().collect(Collectors.joining(", ", "(", ")")))) {
        rows.next();
        return Json.parse(rows.getString(1)).get(0).get("Plan");
      }
    } finally {
      connection.rollback();
    }
  }

  private void allowSets() throws SQLException {
    try (var allow =
        connection.prepareStatement(SqlFile.load(ClaimCandidates.class, "tenant/read_sets"))) {
      for (int i = 1; i <= 4; i++) {
        allow.setString(i, "on");
      }
      allow.setString(5, "force_custom_plan");
      allow.execute();
    }
  }

  /** As the test has set it for the session. */
  private String planning() throws SQLException {
    try (var query = connection.createStatement();
        var rows = query.executeQuery("show plan_cache_mode")) {
      rows.next();
      return rows.getString(1);
    }
  }

  private void run(String sql) throws SQLException {
    try (var s = connection.createStatement()) {
      s.execute(sql);
    }
    if (!connection.getAutoCommit()) {
      connection.commit();
    }
  }

  /** All nodes of a plan. */
  static List<JsonNode> nodes(JsonNode plan) {
    var nodes = new ArrayList<JsonNode>();
    nodes.add(plan);
    if (plan.has("Plans")) {
      plan.get("Plans").forEach(child -> nodes.addAll(nodes(child)));
    }
    return nodes;
  }

  /** Rows that scans came across, those thrown away included. */
  static double rowsRead(JsonNode plan) {
    return nodes(plan).stream()
        .filter(node -> node.get("Node Type").asString().contains("Scan"))
        .filter(node -> node.has("Relation Name"))
        .mapToDouble(
            node ->
                (node.get("Actual Rows").asDouble()
                        + node.path("Rows Removed by Filter").asDouble(0)
                        + node.path("Rows Removed by Index Recheck").asDouble(0))
                    * node.get("Actual Loops").asDouble())
        .sum();
  }

  /** Pages that were touched, in memory or not. */
  static double blocks(JsonNode plan) {
    return plan.get("Shared Hit Blocks").asDouble() + plan.get("Shared Read Blocks").asDouble();
  }

  static List<String> scans(JsonNode plan) {
    return nodes(plan).stream()
        .filter(node -> node.has("Relation Name"))
        .filter(node -> node.get("Node Type").asString().contains("Scan"))
        .map(
            node ->
                node.get("Node Type").asString()
                    + " "
                    + node.path("Index Name").asString(node.get("Relation Name").asString()))
        .toList();
  }
}
