package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Locks between servers, beside a login that may only read. */
@Timeout(120)
class ServerLockTest {

  private static final ScratchStore STORE = new ScratchStore();

  @AfterAll
  static void close() {
    STORE.close();
  }

  @Test
  void a_reader_who_takes_every_lock_it_can_stops_no_start() throws SQLException {
    var login = "locker_" + System.nanoTime();
    STORE.asAdmin(
        "create role " + login + " login password 'locker-1'",
        "grant " + STORE.tenants().readerRole(STORE.tenant()) + " to " + login);
    try (var reader = DriverManager.getConnection(STORE.jdbcUrl(), login, "locker-1")) {
      reader.setAutoCommit(false);
      for (var name : List.of("tenants", "packs.0", "feed_epoch", "pulse_partitions")) {
        execute(reader, "select pg_advisory_lock(hashtextextended('tapline." + name + "', 0))");
      }
      denied(reader, "select * from tapline.server_lock for update");
      denied(reader, "lock table tapline.server_lock in share mode");

      STORE.tenants().createClosed("beside-" + System.nanoTime(), "Beside", List.of());
      new PulsePartitions(STORE.database().owner()).makeAhead();
      Tenants.prepareSystemTenant(STORE.database().owner());
      reader.rollback();
    } finally {
      STORE.asAdmin("drop role " + login);
    }
  }

  @Test
  void a_lock_that_is_held_for_too_long_is_named() throws SQLException {
    try (var other = STORE.admin()) {
      other.setAutoCommit(false);
      execute(
          other,
          "insert into tapline.server_lock (name) values ('tenants') on conflict (name)"
              + " do update set name = excluded.name");
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(
              () ->
                  STORE
                      .owner()
                      .transaction(
                          Tenant.SYSTEM,
                          tx -> {
                            ServerLock.TENANTS.hold(tx, 10);
                            return 0;
                          }))
          .withMessageContaining("'tenants'")
          .satisfies(e -> assertThat(e.worded()).isTrue());
      other.rollback();
    }
  }

  private static void denied(Connection connection, String sql) throws SQLException {
    var before = connection.setSavepoint();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> execute(connection, sql))
        .withMessageContaining("permission denied");
    connection.rollback(before);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
