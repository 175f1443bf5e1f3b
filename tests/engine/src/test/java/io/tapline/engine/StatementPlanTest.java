package io.tapline.engine;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.store.BatchUpdateText;
import io.tapline.engine.store.StepText;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.TapDb;
import io.tapline.testkit.engine.ScratchEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Parses every statement in the SQL files of the product, and plans it on analyzed tables as the
 * server does.
 */
class StatementPlanTest {

  private static final String SYSTEM_TENANT =
      "reads the system's own tenant, which has one object for each tenant";

  /** Statements that read more than rows found by key, and the reason. */
  private static final Map<String, String> WALKS =
      Map.ofEntries(
          entry("job/job_health", "counts all work that waits, planned for the values at hand"),
          entry("lineage/lineage_children", "planned for the values at hand (lineage_planning)"),
          entry("lineage/lineage_parents", "planned for the values at hand (lineage_planning)"),
          entry("queue/queue_waiting", "counts a queue, once, when the queue is retired"),
          entry("queue_stats/queue_depth_large", "counts a queue, in the background"),
          entry("queue_stats/queue_endings", "reads the newest pages by BRIN"),
          entry("task/queue_positions", "ranks tasks among all that wait in their queue"),
          entry("tenant/installation_secret", SYSTEM_TENANT),
          entry("tenant/tenant_by_key", SYSTEM_TENANT),
          entry("tenant/tenant_domains", SYSTEM_TENANT),
          entry("tenant/tenant_list", SYSTEM_TENANT));

  /** Pieces of other statements that Java code loads by name. */
  private static final Set<String> PIECES =
      Set.of(
          "attempt/update_differing",
          "claim/after_place",
          "step/step",
          "step/gate",
          "step/limits",
          "step/number",
          "step/bytes",
          "step/number_and_bytes",
          "step/fitting",
          "step/claims",
          "step/endings",
          "step/granted",
          "step/attempted",
          "step/claim_size",
          "step/ending_actions",
          "step/all_endings_matched",
          "step/no_gaps",
          "step/ended",
          "step/claimed",
          // Definitions have no plan.
          "test_clock/install",
          "test_clock/remove");

  /**
   * Types of arguments of unnest, which PostgreSQL cannot infer. Tx.bind sends arrays as one of
   * these two.
   */
  private static final Set<String> NUMBERS =
      Set.of("uids", "targets", "workers", "floors", "actors");

  private static final Pattern PARAMETER =
      Pattern.compile("'(?:[^']|'')*'|(?<!:):([a-z_]+)|\\?\\??");

  private static final Pattern UNNESTED = Pattern.compile("unnest\\([^)]*\\)");

  private static ScratchEngine test;
  private static InspectedTenant lab;
  private static Connection superuser;
  private static Connection serving;
  private static Connection owner;
  private static final Map<String, Statement> STATEMENTS = new TreeMap<>();

  /** Statements that only the owner may run. */
  private static final Set<String> OWNED = new HashSet<>();

  /** Columns of each index of the schema. */
  private static final Map<String, List<String>> INDEXES = new HashMap<>();

  private static final Set<String> PARTIAL_INDEXES = new HashSet<>();
  private static final Set<String> TENANT_TABLES = new HashSet<>();

  /** Plans by statement: as a superuser, whom no policy concerns, and as the serving role. */
  private static final Map<String, JsonNode> WITHOUT_POLICIES = new TreeMap<>();

  private static final Map<String, JsonNode> ANALYZED = new TreeMap<>();

  /**
   * @param text with numbered parameters
   */
  private record Statement(String name, String text, List<String> parameters, List<String> types) {

    static Statement of(String name, String text) {
      var parameters = new ArrayList<String>();
      var numbered =
          PARAMETER
              .matcher(text)
              .replaceAll(
                  found -> {
                    if (found.group().startsWith("'") || found.group().equals("??")) {
                      return Matcher.quoteReplacement(found.group().replace("??", "?"));
                    }
                    int at = parameters.indexOf(found.group(1));
                    if (at < 0 || found.group(1) == null) {
                      parameters.add(found.group(1));
                      at = parameters.size() - 1;
                    }
                    return "\\$" + (at + 1);
                  });
      return new Statement(name, numbered, parameters, new ArrayList<>());
    }

    String id() {
      return name.replace('/', '_');
    }
  }

  @BeforeAll
  static void explainAll() throws SQLException {
    test = new ScratchEngine(4);
    lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE);
    superuser = test.admin();
    serving = test.serving().getConnection();
    owner = test.owner().getConnection();
    for (var module : List.of("tapdb", "engine", "server")) {
      var sql = new ProductSql(module);
      for (var name : sql.usedByCode()) {
        if (!PIECES.contains(name)) {
          var text =
              BatchUpdateText.fills(name) ? BatchUpdateText.widest(name) : sql.statement(name);
          // Inserts of rows that are sent read no table.
          STATEMENTS.put(name, Statement.of(name, text.replace("{rows}", "")));
        }
      }
    }
    StepText.texts().forEach((name, text) -> STATEMENTS.put(name, Statement.of(name, text)));
    readCatalog();
    for (var connection : List.of(superuser, serving)) {
      try (var session = connection.createStatement()) {
        for (var statement : STATEMENTS.values()) {
          prepare(session, statement);
        }
      }
    }
    for (var statement : STATEMENTS.values()) {
      WITHOUT_POLICIES.put(statement.name, explain(superuser, statement));
    }
    lab.enqueue(InspectedTenant.QUEUE);
    lab.claimAndStart(lab.worker("w1"), InspectedTenant.QUEUE);
    var data = new ClaimPlanData(test, lab, 20);
    data.load();
    data.analyze();
    for (var statement : STATEMENTS.values()) {
      ANALYZED.put(statement.name, explainAsServer(statement));
    }
  }

  @AfterAll
  static void close() throws SQLException {
    for (var connection : List.of(superuser, serving, owner)) {
      connection.close();
    }
    test.close();
  }

  @Test
  void every_scan_is_restricted_to_the_tenant_of_the_statement() {
    var unrestricted = new TreeSet<String>();
    WITHOUT_POLICIES.forEach(
        (name, plan) -> {
          int parameter = STATEMENTS.get(name).parameters.indexOf("tenant") + 1;
          // The system's own tenant is a constant; statements without names have one tenant.
          var tenant = parameter == 0 ? "(?:\\$\\d+|0)" : "\\$" + parameter;
          for (var scan : tenantScans(plan)) {
            var alias = Pattern.quote(scan.get("Alias").asString());
            if (!conditions(scan)
                .matches(
                    ".*\\b" + alias + "\\.tenant_id = (?:" + tenant + "|\\w+\\.tenant_id)\\b.*")) {
              unrestricted.add(name + " " + scan.get("Relation Name").asString());
            }
          }
        });
    assertThat(unrestricted).isEmpty();
  }

  @Test
  void no_update_and_no_condition_calls_a_volatile_function() throws SQLException {
    var calls = new TreeSet<String>();
    try (var session = superuser.createStatement()) {
      var volatiles = new HashMap<String, String>();
      try (var rows =
          session.executeQuery("select oid::text, proname from pg_proc where provolatile = 'v'")) {
        while (rows.next()) {
          volatiles.put(rows.getString(1), rows.getString(2));
        }
      }
      for (var statement : STATEMENTS.values()) {
        for (var query : parsed(session, statement).nodes(null)) {
          boolean update = query.value("commandType").equals("2");
          var parts = new ArrayList<>(query.field("jointree"));
          parts.addAll(update ? query.field("targetList") : List.of());
          // A subquery is a query of its own: it is run once, before the rows are looked at.
          parts.stream()
              .flatMap(part -> part.nodes("SUBLINK").stream())
              .flatMap(node -> List.of(node.value("funcid"), node.value("opfuncid")).stream())
              .filter(volatiles::containsKey)
              .forEach(function -> calls.add(statement.name + " " + volatiles.get(function)));
        }
      }
    }
    assertThat(calls).isEmpty();
  }

  @Test
  void plans_made_on_analyzed_tables_find_rows_by_key() {
    // In a small table a sequential scan is as fast as an index look-up.
    assertThat(walks(ANALYZED, Set.of("subject", "attempt", "fact_row", "lineage_link"))).isEmpty();
  }

  @Test
  void every_named_exception_exists() {
    assertThat(STATEMENTS.keySet()).containsAll(WALKS.keySet());
  }

  private static void readCatalog() throws SQLException {
    try (var session = superuser.createStatement()) {
      try (var rows =
          session.executeQuery(
              "select c.relname, i.indpred is not null, array(select pg_get_indexdef(i.indexrelid, k,"
                  + " false) from generate_series(1, i.indnkeyatts) k)::text[] from pg_index i join"
                  + " pg_class c on c.oid = i.indexrelid where c.relnamespace ="
                  + " 'tapline'::regnamespace")) {
        while (rows.next()) {
          INDEXES.put(rows.getString(1), List.of((String[]) rows.getArray(3).getArray()));
          if (rows.getBoolean(2)) {
            PARTIAL_INDEXES.add(rows.getString(1));
          }
        }
      }
      try (var rows =
          session.executeQuery(
              "select c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid where"
                  + " c.relnamespace = 'tapline'::regnamespace and c.relkind in ('r', 'p') and"
                  + " a.attname = 'tenant_id'")) {
        while (rows.next()) {
          TENANT_TABLES.add(rows.getString(1));
        }
      }
    }
  }

  private static void prepare(java.sql.Statement session, Statement statement) throws SQLException {
    try {
      session.execute("prepare " + statement.id() + " as " + statement.text);
    } catch (SQLException notInferred) {
      var types =
          new ArrayList<String>(Collections.nCopies(statement.parameters.size(), "unknown"));
      UNNESTED
          .matcher(statement.text)
          .results()
          .flatMap(call -> Pattern.compile("\\$(\\d+)").matcher(call.group()).results())
          .mapToInt(found -> Integer.parseInt(found.group(1)) - 1)
          .forEach(
              i ->
                  types.set(
                      i, NUMBERS.contains(statement.parameters.get(i)) ? "bigint[]" : "text[]"));
      session.execute(
          "prepare " + statement.id() + "(" + String.join(", ", types) + ") as " + statement.text);
    }
    if (statement.types.isEmpty()) {
      try (var row =
          session.executeQuery(
              "select parameter_types::text[] from pg_prepared_statements where name = '"
                  + statement.id()
                  + "'")) {
        row.next();
        statement.types.addAll(List.of((String[]) row.getArray(1).getArray()));
      }
    }
  }

  /** As the serving role, or as the owner what only the owner may do. */
  private static JsonNode explainAsServer(Statement statement) throws SQLException {
    try {
      return explain(serving, statement);
    } catch (SQLException e) {
      if (!"42501".equals(e.getSQLState())) {
        throw e;
      }
      if (OWNED.add(statement.name)) {
        try (var session = owner.createStatement()) {
          prepare(session, statement);
        }
      }
      return explain(owner, statement);
    }
  }

  /** In a transaction of the tenant, as the engine does, which is rolled back. */
  private static JsonNode explain(Connection connection, Statement statement) throws SQLException {
    connection.setAutoCommit(false);
    boolean atOnce = StepText.texts().containsKey(statement.name);
    var entering = atOnce ? "transaction/enter_tenant_at_once" : "transaction/enter_tenant";
    try (var enter = connection.prepareStatement(SqlFile.load(TapDb.class, entering));
        var session = connection.createStatement()) {
      enter.setString(1, Long.toString(lab.tenantId()));
      enter.setString(2, "force_generic_plan");
      if (atOnce) {
        enter.setLong(3, coreTable(session));
      }
      enter.execute();
      var nulls = statement.types.stream().map(type -> "null::" + type).toList();
      var arguments = nulls.isEmpty() ? "" : "(" + String.join(", ", nulls) + ")";
      try (var row =
          session.executeQuery(
              "explain (verbose, format json) execute " + statement.id() + arguments)) {
        row.next();
        return Json.parse(row.getString(1)).get(0).get("Plan");
      }
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static long coreTable(java.sql.Statement session) throws SQLException {
    try (var row = session.executeQuery("select 'tapline.fact_row'::regclass::oid::bigint")) {
      row.next();
      return row.getLong(1);
    }
  }

  /** A check of invariants reads all rows of the tenant; the others are named with a reason. */
  private static boolean mayWalk(String name) {
    return name.contains("_invariants/") || WALKS.containsKey(name);
  }

  /**
   * The statement as PostgreSQL parsed it: the body of a function is kept in that form, with the
   * functions that it calls by OID.
   */
  private static ParseTree parsed(java.sql.Statement session, Statement statement)
      throws SQLException {
    session.execute(
        "create function pg_temp."
            + statement.id()
            + "("
            + String.join(", ", statement.types)
            + ") returns void language sql begin atomic "
            + statement.text
            + "; end");
    try (var row =
        session.executeQuery(
            "select prosqlbody::text from pg_proc where pronamespace = pg_my_temp_schema() and"
                + " proname = '"
                + statement.id()
                + "'")) {
      row.next();
      return ParseTree.parse(row.getString(1));
    }
  }

  private static List<JsonNode> tenantScans(JsonNode plan) {
    return PreparedSql.nodes(plan).stream().filter(StatementPlanTest::isTenantScan).toList();
  }

  private static boolean isTenantScan(JsonNode node) {
    return node.get("Node Type").asString().endsWith("Scan")
        && TENANT_TABLES.contains(node.path("Relation Name").asString(""));
  }

  private static String conditions(JsonNode node) {
    return List.of("Index Cond", "Filter", "Recheck Cond").stream()
        .map(condition -> node.path(condition).asString(""))
        .collect(Collectors.joining(" "));
  }

  /** Scans that find rows otherwise than by key, of statements that are no exceptions. */
  private static Collection<String> walks(Map<String, JsonNode> plans, Set<String> tables) {
    var walks = new TreeSet<String>();
    plans.forEach(
        (name, plan) -> {
          if (!mayWalk(name)) {
            collectWalks(plan, false, name, tables, walks);
          }
        });
    return walks;
  }

  /**
   * @param limited whether the rows of this node are read only as far as a limit above it goes
   */
  private static void collectWalks(
      JsonNode node, boolean limited, String name, Set<String> tables, Set<String> walks) {
    // A row that is read by its place needs no index.
    if (isTenantScan(node)
        && !node.get("Node Type").asString().equals("Tid Scan")
        && tables.contains(node.get("Relation Name").asString())) {
      var index = node.path("Index Name").asString("");
      var columns = INDEXES.getOrDefault(index, List.of());
      int prefix = 0;
      while (prefix < columns.size() && restricts(node, columns.get(prefix))) {
        prefix++;
      }
      boolean skips = columns.stream().skip(prefix).anyMatch(column -> restricts(node, column));
      // A partial index of few rows may be read as a whole, and any index as far as a limit goes.
      if (prefix < 2 && (skips || !limited && !PARTIAL_INDEXES.contains(index))) {
        walks.add(
            name
                + ": "
                + node.get("Node Type").asString()
                + " "
                + node.get("Relation Name").asString()
                + " "
                + index
                + " "
                + conditions(node));
      }
    }
    var type = node.get("Node Type").asString();
    boolean endless =
        List.of("Sort", "Incremental Sort", "Aggregate", "Hash", "WindowAgg").contains(type);
    if (node.has("Plans")) {
      for (var child : node.get("Plans")) {
        var relationship = child.path("Parent Relationship").asString("");
        boolean passesLimit = !List.of("InitPlan", "SubPlan", "Inner").contains(relationship);
        collectWalks(
            child,
            passesLimit && (type.equals("Limit") || limited && !endless),
            name,
            tables,
            walks);
      }
    }
  }

  private static boolean restricts(JsonNode scan, String column) {
    return Pattern.compile(
            "\\b" + Pattern.quote(scan.get("Alias").asString() + "." + column) + "\\b")
        .matcher(scan.path("Index Cond").asString(""))
        .find();
  }
}
