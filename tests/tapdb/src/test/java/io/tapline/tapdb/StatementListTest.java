package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Statements that go together: in order, each with its own answer. */
class StatementListTest {

  private static final NamedSql NAME_ALL =
      NamedSql.of(
          "update tapline.subject set name = :name where tenant_id = :tenant and uid = any(:uids)");
  private static final NamedSql NAMES =
      NamedSql.of(
          "select name from tapline.subject where tenant_id = :tenant and uid = any(:uids)");

  private static ScratchStore store;

  @BeforeAll
  static void open() {
    store = new ScratchStore();
  }

  @AfterAll
  static void close() {
    store.close();
  }

  private static <T> T in(TapDb.Work<T> work) {
    return store.serving().transaction(store.tenant(), work);
  }

  private static long subject() {
    return in(InstanceRows::subject);
  }

  private static void name(StatementList list, String name, int expected, long... uids) {
    list.updateByKeys(NAME_ALL, Map.of("uids", uids, "name", name), expected);
  }

  private static List<String> names(long... uids) {
    return in(tx -> tx.query(NAMES, row -> row.getString(1), Map.of("uids", uids)));
  }

  @Test
  void the_last_word_is_that_of_the_last_statement() {
    long one = subject();
    long two = subject();
    in(
        tx -> {
          var list = new StatementList(tx);
          name(list, "first", 2, one, two);
          list.add(
              "update tapline.subject set name = name || ? where tenant_id = ? and uid = ?",
              (connection, statement, first) -> {
                statement.setString(first, " second");
                statement.setLong(first + 1, tx.tenantId());
                statement.setLong(first + 2, two);
                return first + 3;
              },
              1);
          return 0;
        });
    assertThat(names(one)).containsExactly("first");
    assertThat(names(two)).containsExactly("first second");
  }

  @Test
  void a_transaction_that_rolls_back_returns_the_result_of_its_work_and_writes_nothing() {
    long one = subject();
    var before = names(one);
    var seen =
        in(
            tx -> {
              name(new StatementList(tx), "never", 1, one);
              var found =
                  tx.query(NAMES, row -> row.getString(1), Map.of("uids", new long[] {one}));
              name(new StatementList(tx), "neither", 1, one);
              tx.rollBack();
              return found;
            });
    assertThat(seen).containsExactly("never");
    assertThat(names(one)).isEqualTo(before);
  }

  @Test
  void a_deferred_result_is_read_with_the_next_statement_or_when_it_is_needed()
      throws SQLException {
    long one = subject();
    name(one, "deferred");
    in(
        tx -> {
          var sent = names(tx, one);
          tx.flush();
          assertThat(sent.get()).containsExactly("deferred");
          assertThat(names(tx, one).get()).containsExactly("deferred");
          return 0;
        });
    assertThat(Deferred.of(one).get()).isEqualTo(one);
  }

  private static Deferred<List<String>> names(Tx tx, long uid) {
    return tx.later(
        NAMES,
        new ArrayList<>(),
        (found, row) -> found.add(row.getString(1)),
        Map.of("uids", new long[] {uid}));
  }

  private static void name(long uid, String name) {
    in(
        tx -> {
          name(new StatementList(tx), name, 1, uid);
          return 0;
        });
  }

  @Test
  void the_only_element_of_an_array_has_the_same_type_with_and_without_a_value() {
    for (var values :
        List.of(
            new Object[][] {new Long[] {1L}, new Long[1]},
            new Object[][] {new Integer[] {1}, new Integer[1]},
            new Object[][] {new Boolean[] {true}, new Boolean[1]},
            new Object[][] {new byte[][] {{1}}, new byte[1][]},
            new Object[][] {new Instant[] {Instant.EPOCH}, new Instant[1]},
            new Object[][] {new String[] {"one"}, new String[1]})) {
      assertThat(type(values[1])).isEqualTo(type(values[0]));
    }
  }

  private static String type(Object[] array) {
    var sql = NamedSql.of("select pg_typeof(:value)::text as type");
    return in(
        tx ->
            tx.query(sql, row -> row.getString("type"), Map.of("value", new Tx.OnlyElement(array)))
                .get(0));
  }

  @Test
  void one_that_writes_other_than_it_must_undoes_them_all() {
    long one = subject();
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                in(
                    tx -> {
                      var list = new StatementList(tx);
                      name(list, "kept?", 1, one);
                      name(list, "missed", 1, -1);
                      return 0;
                    }))
        .withMessageStartingWith("wrote 0 rows of 1");
    assertThat(names(one)).containsExactly((String) null);
  }

  @Test
  void one_that_fails_undoes_them_all() {
    long one = subject();
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () ->
                in(
                    tx -> {
                      var list = new StatementList(tx);
                      name(list, "kept?", 1, one);
                      list.add("select 1 / 0", (connection, statement, first) -> first, 1);
                      return 0;
                    }));
    assertThat(names(one)).containsExactly((String) null);
  }

  @Test
  void a_deferred_query_goes_with_the_next_statement_and_sees_earlier_writes() {
    long one = subject();
    in(
        tx -> {
          var answers = new ArrayList<String>();
          var list = new StatementList(tx);
          name(list, "before", 1, one);
          tx.later(NAMES, row -> answers.add(row.getString(1)), Map.of("uids", new long[] {one}));
          assertThat(answers).isEmpty();
          name(list, "after", 1, one);
          tx.flush();
          assertThat(answers).containsExactly("before");
          tx.later(NAMES, row -> answers.add(row.getString(1)), Map.of("uids", new long[] {one}));
          assertThat(tx.query("select 7", row -> row.getInt(1))).containsExactly(7);
          assertThat(answers).containsExactly("before", "after");
          tx.later(NAMES, row -> answers.add(row.getString(1)), Map.of("uids", new long[] {one}));
          tx.later(NAMES, row -> answers.add(row.getString(1)), Map.of("uids", new long[] {one}));
          tx.flush();
          tx.flush();
          assertThat(answers).hasSize(4);
          return 0;
        });
  }

  @Test
  void the_callers_own_work_on_the_connection_comes_after_what_waited() {
    long one = subject();
    in(
        tx -> {
          try (var statement = tx.connection().createStatement();
              var rows =
                  statement.executeQuery(
                      "select count(*) from tapline.subject where uid = " + one)) {
            rows.next();
            assertThat(rows.getInt(1)).as("of the tenant that was entered").isEqualTo(1);
          }
          return 0;
        });
  }
}
