package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.Code;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Work enqueued on the caller's own connection exists if, and only if, the caller commits. */
class CallersTransactionTest extends InspectedTenantTest {

  @BeforeEach
  void ordersOfTheCaller() throws SQLException {
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute("drop table if exists public.orders");
      statement.execute("create table public.orders (number int primary key)");
      statement.execute("grant all on public.orders to public");
    }
  }

  @Test
  void it_is_committed_with_the_callers_rows() throws SQLException {
    try (var mine = open()) {
      order(mine, 1);
      var subject = enqueue(mine, Enqueue.task(InspectedTenant.key(), QUEUE, null)).subjectEuid();
      assertThat(evidence.depth(QUEUE)).as("not before the commit").isZero();
      mine.commit();
      assertThat(lab.claimOne(worker, QUEUE).subjectEuid()).isEqualTo(subject);
    }
    assertThat(orders()).isEqualTo(1);
  }

  @Test
  void it_is_gone_with_the_callers_rollback() throws SQLException {
    var rows = evidence.checksum();
    var command = Enqueue.task(InspectedTenant.key(), QUEUE, null);
    try (var mine = open()) {
      order(mine, 1);
      enqueue(mine, command);
      mine.rollback();
    }
    assertThat(orders()).isZero();
    assertThat(evidence.checksum()).isEqualTo(rows);
    assertThat(asOperator(command).replayed()).as("the key was never used").isFalse();
  }

  @Test
  void a_duplicate_key_inside_it_is_a_replay() throws SQLException {
    var before = Enqueue.task(InspectedTenant.key(), QUEUE, null);
    var known = asOperator(before);
    try (var mine = open()) {
      assertThat(enqueue(mine, before)).isEqualTo(known.again());
      var fresh = Enqueue.task(InspectedTenant.key(), QUEUE, null);
      var first = enqueue(mine, fresh);
      assertThat(enqueue(mine, fresh)).isEqualTo(first.again());
      order(mine, 2);
      mine.commit();
    }
    assertThat(orders()).isEqualTo(1);
    assertThat(evidence.depth(QUEUE)).isEqualTo(2);
  }

  @Test
  void a_refusal_leaves_the_callers_transaction_alone() throws SQLException {
    try (var mine = open()) {
      order(mine, 3);
      var outcome = outcome(mine, Enqueue.task(InspectedTenant.key(), "no_such_queue", null));
      assertThat(outcome.refusal().code()).isEqualTo(Code.NOT_FOUND);
      mine.commit();
    }
    assertThat(orders()).isEqualTo(1);
  }

  @Test
  void a_connection_that_commits_by_itself_is_refused() throws SQLException {
    var rows = evidence.checksum();
    try (var mine = test.serving().getConnection()) {
      assertThatThrownBy(() -> enqueue(mine, Enqueue.task(InspectedTenant.key(), QUEUE, null)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("auto-commit");
    }
    assertThat(evidence.checksum()).isEqualTo(rows);
  }

  private static Connection open() throws SQLException {
    var connection = test.serving().getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private ActionAnswer enqueue(Connection mine, Enqueue command) throws SQLException {
    return outcome(mine, command).orThrow();
  }

  private ItemOutcome outcome(Connection mine, Enqueue command) throws SQLException {
    return lab.engine().enqueue(mine, lab.operator, List.of(command)).get(0);
  }

  private static void order(Connection mine, int number) throws SQLException {
    try (var insert = mine.prepareStatement("insert into public.orders values (?)")) {
      insert.setInt(1, number);
      insert.executeUpdate();
    }
  }

  private static long orders() throws SQLException {
    try (var admin = test.admin();
        var statement = admin.createStatement();
        var rows = statement.executeQuery("select count(*) from public.orders")) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
