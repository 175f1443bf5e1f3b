package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One test for each hole of DESIGN §2. Two tenants with a row of every kind each; whoever looks
 * must see one of them.
 */
class WallsTest {

  private static final String DENIED = "42501";
  private static final String FINAL = "23001";

  private static final ScratchStore STORE = new ScratchStore();
  private static Rows mine;
  private static Rows theirs;

  private record Rows(
      long tenant,
      long subject,
      long lease,
      long endedLease,
      long record,
      long endedRecord,
      long action,
      long pulse) {}

  @BeforeAll
  static void twoTenants() {
    mine = fill(STORE.tenant());
    new PulsePartitions(STORE.database().owner()).makeAhead();
    theirs = fill(STORE.tenants().create("other", "Other", List.of()));
  }

  @AfterAll
  static void close() {
    STORE.close();
  }

  // A query that forgets its tenant.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "generic_template", "generic_instance", "lineage_link", "generic_instance_lineage",
            "instance_subject",
        "instance_lease", "instance_record", "instance_action", "instance_pulse",
            "instance_registry"
      })
  void a_query_that_forgets_its_tenant_returns_nothing(String table) throws SQLException {
    try (var connection = STORE.database().serving().getConnection()) {
      assertThat(tenants(connection, table)).isEmpty();
    }
  }

  @Test
  void a_write_that_forgets_its_tenant_writes_nothing() throws SQLException {
    try (var connection = STORE.database().serving().getConnection()) {
      assertThat(update(connection, "update tapline.instance_subject set name = 'x'")).isZero();
      denied(
          connection,
          "insert into tapline.lineage_link values (%d, 1, 'r', 2, now())".formatted(mine.tenant));
    }
  }

  @Test
  void a_tenant_sees_and_writes_only_its_own() throws SQLException {
    try (var connection = serving(mine.tenant)) {
      for (var table :
          List.of("generic_template", "generic_instance", "instance_subject", "lineage_link")) {
        assertThat(tenants(connection, table)).as(table).containsExactly(mine.tenant);
      }
      assertThat(
              update(
                  connection,
                  "update tapline.instance_subject set name = 'x' where uid = " + theirs.subject))
          .isZero();
      denied(
          connection,
          "insert into tapline.lineage_link values (%d, 1, 'r', 2, now())"
              .formatted(theirs.tenant));
    }
  }

  // After SET LOCAL a setting reads '', not null.

  @Test
  void a_connection_handed_on_after_a_transaction_sees_nothing_and_does_not_fail()
      throws SQLException {
    try (var connection = serving(mine.tenant)) {
      assertThat(tenants(connection, "generic_instance")).containsExactly(mine.tenant);
      connection.commit();
      assertThat(text(connection, "select current_setting('tapline.tenant_id', true)")).isEmpty();
      assertThat(tenants(connection, "generic_instance")).isEmpty();
    }
  }

  // UPDATE granted on the parent reaches the action partition.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "generic_instance",
        "instance_action",
        "instance_pulse",
        "lineage_link",
        "generic_template"
      })
  void the_serving_role_cannot_update_evidence_by_any_way_in(String table) throws SQLException {
    try (var connection = serving(mine.tenant)) {
      denied(connection, "update tapline." + table + " set tenant_id = tenant_id");
      if (!table.equals("lineage_link")) {
        denied(connection, "update tapline." + table + " set json_addl = '{}'");
      }
    }
  }

  @Test
  void the_serving_role_can_delete_from_no_table_and_truncate_none() throws SQLException {
    assertThat(
            names(
                "select c.relname from pg_class c where c.relnamespace = 'tapline'::regnamespace and c.relkind in ('r', 'p', 'v')"
                    + " and has_table_privilege('tapline_serving', c.oid, 'delete, truncate, trigger, references')"))
        .isEmpty();
    try (var connection = serving(mine.tenant)) {
      denied(connection, "delete from tapline.generic_instance");
      denied(connection, "delete from tapline.instance_action where uid = " + mine.action);
      denied(connection, "truncate tapline.lineage_link");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "instance_subject, tenant_id",
    "instance_subject, uid",
    "instance_subject, euid",
    "instance_lease, subject_uid",
    "instance_lease, worker_uid",
    "instance_record, lease_uid",
    "instance_registry, created_dt",
    "instance_lease, is_deleted"
  })
  void keys_and_links_of_what_may_change_do_not(String table, String column) throws SQLException {
    try (var connection = serving(mine.tenant)) {
      denied(connection, "update tapline.%1$s set %2$s = %2$s".formatted(table, column));
    }
  }

  @Test
  void a_look_up_column_cannot_be_written() throws SQLException {
    try (var connection = owner(mine.tenant)) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(
              () ->
                  update(
                      connection, "update tapline.instance_subject set exec_state = 'COMPLETED'"))
          .withMessageContaining("generated column");
    }
  }

  // Terminal evidence refuses a change, whoever asks.

  @Test
  void an_ended_lease_and_a_finished_record_refuse_a_change() throws SQLException {
    for (var connection : List.of(serving(mine.tenant), owner(mine.tenant))) {
      try (connection) {
        refused(connection, "instance_lease", mine.endedLease, "lease");
        refused(connection, "instance_record", mine.endedRecord, "record");
      }
    }
  }

  @Test
  void a_live_lease_and_an_open_record_can_be_ended_once() throws SQLException {
    try (var connection = serving(mine.tenant)) {
      for (var row :
          List.of(
              "instance_lease set json_addl = '{\"properties\": {\"status\": \"RELEASED\"}}' where uid = "
                  + mine.lease,
              "instance_record set json_addl = '{\"properties\": {\"status\": \"SUCCEEDED\"}}' where uid = "
                  + mine.record)) {
        assertThat(update(connection, "update tapline." + row)).isEqualTo(1);
        assertThatExceptionOfType(SQLException.class)
            .isThrownBy(
                () -> atSavepoint(connection, () -> update(connection, "update tapline." + row)))
            .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(FINAL));
      }
      connection.rollback();
    }
  }

  @Test
  void not_even_the_owner_changes_an_action_or_a_pulse() throws SQLException {
    try (var connection = owner(mine.tenant)) {
      refused(connection, "instance_action", mine.action, "action");
      refused(connection, "generic_instance", mine.action, "action");
      refused(connection, "instance_pulse", mine.pulse, "pulse");
    }
    // Its pulse lies in a partition that was made later, by the upkeep.
    try (var connection = owner(theirs.tenant)) {
      refused(connection, "instance_pulse", theirs.pulse, "pulse");
    }
  }

  // A partition queried directly skips its parent's policy.

  @Test
  void every_table_with_tenants_has_a_forced_policy_of_its_own() throws SQLException {
    var bare =
        "select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'"
            + " where c.relnamespace = 'tapline'::regnamespace and c.relkind in ('r', 'p') and not (c.relrowsecurity"
            + " and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))";
    assertThat(names(bare)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "instance_subject",
        "instance_lease",
        "instance_record",
        "instance_action",
        "instance_pulse",
        "instance_registry"
      })
  void a_partition_addressed_directly_shows_one_tenant(String table) throws SQLException {
    for (var connection : List.of(serving(theirs.tenant), owner(theirs.tenant))) {
      try (connection) {
        var seen = tenants(connection, table);
        assertThat(seen).isSubsetOf(theirs.tenant);
        if (!table.equals("instance_registry")) assertThat(seen).isNotEmpty();
      }
    }
  }

  @Test
  void the_partitions_of_the_pulse_are_closed_to_the_serving_role() throws SQLException {
    var partitions =
        names(
            "select inhrelid::regclass::text from pg_inherits where inhparent = 'tapline.instance_pulse'::regclass");
    assertThat(partitions).hasSizeGreaterThan(PulsePartitions.DAYS_AHEAD);
    try (var connection = serving(mine.tenant)) {
      for (var partition : partitions) {
        denied(connection, "select count(*) from " + partition);
      }
    }
  }

  // Views owned by a superuser bypass policies.

  @Test
  void views_keep_the_readers_own_policies_and_belong_to_no_superuser() throws SQLException {
    assertThat(
            names(
                "select c.relname from pg_class c join pg_roles o on o.oid = c.relowner where c.relkind in ('v', 'm')"
                    + " and c.relnamespace = 'tapline'::regnamespace and (o.rolsuper or o.rolbypassrls"
                    + " or not coalesce('security_invoker=true' = any (c.reloptions), false))"))
        .isEmpty();
    try (var connection = serving(theirs.tenant)) {
      assertThat(tenants(connection, "generic_instance_lineage")).containsExactly(theirs.tenant);
    }
  }

  @Test
  void no_function_runs_with_its_owners_rights() throws SQLException {
    assertThat(
            names(
                "select proname from pg_proc where pronamespace = 'tapline'::regnamespace and prosecdef"))
        .isEmpty();
  }

  // Whoever can run SQL can set the tenant setting.

  @Test
  void a_reader_that_sets_another_tenant_still_sees_its_own() throws SQLException {
    try (var connection = reader(mine.tenant)) {
      update(connection, "set tapline.tenant_id = '" + theirs.tenant + "'");
      for (var table :
          List.of(
              "generic_template", "generic_instance", "lineage_link", "generic_instance_lineage")) {
        assertThat(tenants(connection, table)).as(table).containsExactly(mine.tenant);
      }
    }
  }

  @Test
  void a_reader_reaches_no_partition_and_changes_nothing() throws SQLException {
    var role = STORE.tenants().readerRole(mine.tenant);
    var granted =
        "select c.relname from pg_class c where c.relnamespace = 'tapline'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')";
    assertThat(names(granted + " and has_any_column_privilege('" + role + "', c.oid, 'select')"))
        .containsExactlyInAnyOrder(
            "generic_template", "generic_instance", "lineage_link", "generic_instance_lineage");
    assertThat(
            names(
                granted
                    + " and (has_table_privilege('"
                    + role
                    + "', c.oid, 'delete, truncate, trigger, references')"
                    + " or has_any_column_privilege('"
                    + role
                    + "', c.oid, 'insert, update'))"))
        .isEmpty();
    assertThat(
            names(
                "select rolname from pg_roles where rolname = '"
                    + role
                    + "' and (rolcanlogin or rolsuper or rolbypassrls)"))
        .isEmpty();
  }

  // A forced owner's DELETE without its tenant set removes nothing, silently.

  @Test
  void the_owner_is_bound_too_and_retires_only_inside_a_tenant() throws SQLException {
    try (var connection = STORE.database().owner().getConnection()) {
      connection.setAutoCommit(false);
      assertThat(update(connection, "delete from tapline.instance_action")).isZero();
      connection.rollback();
    }
    try (var connection = owner(mine.tenant)) {
      assertThat(update(connection, "delete from tapline.instance_action")).isEqualTo(1);
      connection.rollback();
    }
  }

  // The serving role cannot climb over.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set role tapline_owner",
        "alter table tapline.instance_action no force row level security",
        "alter table tapline.instance_action disable trigger action_is_final",
        "drop policy own_tenant on tapline.instance_subject",
        "create table tapline.mine (a int)",
        "select tapline.advance_clock(60)",
        "update tapline.clock_offset set shift = interval '1 hour'",
        "select setval('tapline.uid_seq', 1)",
        "set session_replication_role = replica",
        "set session authorization tapline_owner"
      })
  void the_serving_role_cannot_take_a_wall_down(String statement) throws SQLException {
    try (var connection = serving(mine.tenant)) {
      denied(connection, statement);
    }
  }

  @Test
  void row_security_off_is_an_error_not_a_way_round() throws SQLException {
    try (var connection = serving(mine.tenant)) {
      update(connection, "set local row_security = off");
      denied(connection, "select count(*) from tapline.generic_instance");
    }
  }

  @Test
  void the_two_roles_are_ordinary() throws SQLException {
    assertThat(
            names(
                "select rolname from pg_roles where rolname in ('tapline_owner', 'tapline_serving') and (rolsuper or rolbypassrls)"))
        .isEmpty();
  }

  // Under row-level security only leakproof comparisons reach an index.

  @Test
  void the_order_of_a_queue_is_read_from_its_index_as_the_serving_role() throws SQLException {
    STORE.asAdmin(
        """
        insert into tapline.instance_subject (tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt, modified_dt)
        select %d, 'subject', 1000000 + i, 1, 'S' || i, jsonb_build_object('properties', jsonb_build_object('execution',
          jsonb_build_object('state', 'READY', 'next_queue_key', 'q' || i %% 4, 'priority', i %% 10,
            'ready_at', '2026-01-05T12:00:00.000000Z'))), now(), now()
        from generate_series(1, 20000) i
        """
            .formatted(theirs.tenant),
        "analyze tapline.instance_subject");
    try (var connection = serving(theirs.tenant)) {
      var plan = new ArrayList<String>();
      try (var rows =
          connection
              .createStatement()
              .executeQuery(
                  "explain select uid from tapline.instance_subject where tenant_id = %d and ready_queue_key = 'q1'"
                          .formatted(theirs.tenant)
                      + " and visible_from <= '2026-02-01T00:00:00.000000Z'"
                      + " order by priority desc, due_at, visible_from, created_dt, euid limit 20 for update skip locked")) {
        while (rows.next()) plan.add(rows.getString(1));
      }
      var text = String.join("\n", plan);
      assertThat(text)
          .contains("using subject_ready_order")
          .doesNotContain("Sort")
          .doesNotContain("Seq Scan");
      assertThat(text).containsPattern("Index Cond: .*ready_queue_key = 'q1'");
    }
  }

  private static Rows fill(long tenant) {
    return STORE
        .serving()
        .transaction(
            tenant,
            tx -> {
              long subject = InstanceRows.subject(tx);
              long lease = InstanceRows.lease(tx, subject, 1, 2, "ACTIVE");
              long ended = InstanceRows.lease(tx, subject, 1, 2, "COMPLETED");
              new Lineage(tx)
                  .link(List.of(new Link(subject, "holds", lease)), java.time.Instant.EPOCH);
              return new Rows(
                  tenant,
                  subject,
                  lease,
                  ended,
                  InstanceRows.record(tx, lease, "STARTED"),
                  InstanceRows.record(tx, ended, "SUCCEEDED"),
                  InstanceRows.action(tx, subject, 1, 1),
                  InstanceRows.pulse(tx, subject, 1));
            });
  }

  private static Connection serving(long tenant) throws SQLException {
    return enter(STORE.database().serving().getConnection(), tenant);
  }

  private static Connection owner(long tenant) throws SQLException {
    return enter(STORE.database().owner().getConnection(), tenant);
  }

  private static Connection reader(long tenant) throws SQLException {
    var connection = STORE.admin();
    update(connection, "set role " + STORE.tenants().readerRole(tenant));
    return connection;
  }

  private static Connection enter(Connection connection, long tenant) throws SQLException {
    connection.setAutoCommit(false);
    update(connection, "set local tapline.tenant_id = '" + tenant + "'");
    return connection;
  }

  private static List<Long> tenants(Connection connection, String table) throws SQLException {
    var tenants = new ArrayList<Long>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("select distinct tenant_id from tapline." + table)) {
      while (rows.next()) tenants.add(rows.getLong(1));
    }
    return tenants;
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static int update(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
      return statement.getUpdateCount();
    }
  }

  /** As the superuser. */
  private static List<String> names(String sql) throws SQLException {
    var names = new ArrayList<String>();
    try (var admin = STORE.admin();
        var rows = admin.createStatement().executeQuery(sql)) {
      while (rows.next()) names.add(rows.getString(1));
    }
    return names;
  }

  private static void refused(Connection connection, String table, long uid, String what) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(
            () ->
                atSavepoint(
                    connection,
                    () ->
                        update(
                            connection,
                            "update tapline."
                                + table
                                + " set json_addl = '{}' where uid = "
                                + uid)))
        .withMessageContaining(what + " ")
        .withMessageContaining("is final")
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(FINAL));
  }

  private interface Statement {
    void run() throws SQLException;
  }

  private static void atSavepoint(Connection connection, Statement statement) throws SQLException {
    connection.setAutoCommit(false);
    var before = connection.setSavepoint();
    try {
      statement.run();
    } finally {
      connection.rollback(before);
    }
  }

  private static void denied(Connection connection, String sql) {
    assertThatExceptionOfType(SQLException.class)
        .as(sql)
        .isThrownBy(() -> atSavepoint(connection, () -> update(connection, sql)))
        .satisfies(e -> assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(DENIED));
  }
}
