package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions have their isolation level whatever the default of the session is. */
class IsolationLevelTest {

  private static final String LEVEL = "select current_setting('transaction_isolation')";
  private static final ScratchStore STORE = new ScratchStore();

  @AfterAll
  static void close() {
    STORE.close();
  }

  /** A pool whose sessions have this default, as an application may configure its own. */
  private static HikariDataSource pool(String level) {
    var pool = new HikariDataSource();
    pool.setDataSource(STORE.database().serving());
    pool.setMaximumPoolSize(1);
    pool.setConnectionInitSql("set default_transaction_isolation = '" + level + "'");
    return pool;
  }

  private static String level(Tx tx) throws SQLException {
    return tx.query(LEVEL, row -> row.getString(1)).get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"read committed", "repeatable read", "serializable"})
  void each_transaction_has_the_level_that_it_needs(String level) {
    try (var pool = pool(level)) {
      var store = new TapDb(pool);
      var tenant = STORE.tenant();
      assertThat(store.<String>transaction(tenant, IsolationLevelTest::level))
          .isEqualTo("read committed");
      assertThat(store.<String>snapshot(tenant, IsolationLevelTest::level))
          .isEqualTo("repeatable read");
      var found = new ArrayList<String>();
      store.atOnce(
          tenant,
          tx ->
              tx.defer(
                  new DeferredStatement(
                      LEVEL, tx.binding(new Object[0]), r -> found.add(text(r)), false)));
      assertThat(found).containsExactly("read committed");
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> store.atOnce(tenant, tx -> tx.defer("select 1 / 0")));
      assertThat(store.<String>transaction(tenant, IsolationLevelTest::level))
          .isEqualTo("read committed");
    }
  }

  private static String text(PreparedStatement statement) throws SQLException {
    try (var rows = statement.getResultSet()) {
      rows.next();
      return rows.getString(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"repeatable read", "serializable"})
  void a_transaction_of_the_caller_with_another_level_is_refused(String level) throws Exception {
    try (var connection = opened(STORE.database().serving())) {
      connection.createStatement().execute("set transaction isolation level " + level);
      assertThatIllegalStateException()
          .isThrownBy(() -> STORE.serving().within(connection, STORE.tenant(), tx -> 1))
          .withMessageStartingWith("the open transaction has the isolation level " + level);
      connection.rollback();
      assertThat(
              STORE.serving().<String>within(connection, STORE.tenant(), IsolationLevelTest::level))
          .isEqualTo("read committed");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"repeatable read", "serializable"})
  void a_level_that_the_application_changes_later_is_detected(String level) throws Exception {
    try (var pool = pool("read committed")) {
      var store = new TapDb(pool);
      store.transaction(STORE.tenant(), IsolationLevelTest::level);
      try (var connection = pool.getConnection()) {
        connection.createStatement().execute("set default_transaction_isolation = '" + level + "'");
      }
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> store.transaction(STORE.tenant(), IsolationLevelTest::level))
          .matches(StoreException::isConcurrencyFailure, "can be repeated");
      assertThat(store.<String>transaction(STORE.tenant(), IsolationLevelTest::level))
          .isEqualTo("read committed");
    }
  }

  private static Connection opened(DataSource source) throws SQLException {
    var connection = source.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }
}
