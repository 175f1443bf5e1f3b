package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Two tenants with a row of every kind each; each role must see one of them. The tests that extend
 * this have one test for each hole that was seen open on a real server.
 */
abstract class WallTest {

  static final String DENIED = "42501";
  static final String FINAL = "23001";

  /** As the owner writes one, under a uid that no other row of the tenant has. */
  static final String TOMBSTONE =
      "insert into tapline.tombstone (tenant_id, uid, template_uid, created_dt, finished_at,"
          + " cleaned_at, retired_at, clean_action_uid, revision, attempt_count, state)"
          + " values (?, 900000001, 1, now(), now(), now(), now(), 900000002, 5, 1, 'C')";

  static ScratchStore store;
  static Rows mine;
  static Rows theirs;

  /** One tenant's. */
  record Rows(long tenant, long subject, long attempt, long record, long action, long pulse) {}

  @BeforeAll
  static void twoTenants() {
    store = new ScratchStore();
    mine = fill(store.tenant());
    new PulsePartitions(store.database().owner()).makeAhead();
    theirs = fill(store.tenants().create("other", "Other", List.of()));
    for (var rows : List.of(mine, theirs)) {
      new TapDb(store.database().owner())
          .transaction(rows.tenant(), tx -> tx.update(TOMBSTONE, rows.tenant()));
    }
  }

  @AfterAll
  static void close() {
    store.close();
  }

  static Rows fill(long tenant) {
    return store
        .serving()
        .transaction(
            tenant,
            tx -> {
              long subject = InstanceRows.subject(tx);
              long lease = InstanceRows.attempt(tx, subject, 1, 2).lease();
              new Lineage(tx).link(List.of(new Link(subject, "holds", lease)), Instant.EPOCH);
              return new Rows(
                  tenant,
                  subject,
                  lease,
                  InstanceRows.record(tx),
                  InstanceRows.action(tx, subject, 1, 1),
                  InstanceRows.pulse(tx, subject, 1));
            });
  }

  static Connection serving(long tenant) throws SQLException {
    return enter(store.database().serving().getConnection(), tenant);
  }

  static Connection owner(long tenant) throws SQLException {
    return enter(store.database().owner().getConnection(), tenant);
  }

  static Connection reader(long tenant) throws SQLException {
    var connection = store.admin();
    update(connection, "set role " + store.tenants().readerRole(tenant));
    return connection;
  }

  static Connection enter(Connection connection, long tenant) throws SQLException {
    connection.setAutoCommit(false);
    update(connection, "set local tapline.tenant_id = '" + tenant + "'");
    return connection;
  }

  static List<Long> tenants(Connection connection, String table) throws SQLException {
    var tenants = new ArrayList<Long>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("select distinct tenant_id from tapline." + table)) {
      while (rows.next()) tenants.add(rows.getLong(1));
    }
    return tenants;
  }

  static String text(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  static int update(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
      return statement.getUpdateCount();
    }
  }

  /** As the superuser. */
  static List<String> names(String sql) throws SQLException {
    var names = new ArrayList<String>();
    try (var admin = store.admin();
        var rows = admin.createStatement().executeQuery(sql)) {
      while (rows.next()) names.add(rows.getString(1));
    }
    return names;
  }

  static void refused(Connection connection, String table, long uid, String what) {
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
                                + (switch (table) {
                                  case "fact_row" -> " set reason = 'x'";
                                  case "attempt" -> " set actor = 'x'";
                                  default -> " set json_addl = '{}'";
                                })
                                + " where uid = "
                                + uid)))
        .withMessageContaining(what + " ")
        .withMessageContaining("is final")
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(FINAL));
  }

  static void refused(Connection connection, String state, String sql) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> update(connection, sql))
        .satisfies(e -> assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state));
  }

  interface Statement {
    void run() throws SQLException;
  }

  static void atSavepoint(Connection connection, Statement statement) throws SQLException {
    connection.setAutoCommit(false);
    var before = connection.setSavepoint();
    try {
      statement.run();
    } finally {
      connection.rollback(before);
    }
  }

  static void denied(Connection connection, String sql) {
    assertThatExceptionOfType(SQLException.class)
        .as(sql)
        .isThrownBy(() -> atSavepoint(connection, () -> update(connection, sql)))
        .satisfies(e -> assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(DENIED));
  }
}
