package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.check.InvariantViolation;
import io.tapline.testkit.engine.ScratchEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class InvariantCheckerTest {

  private static ScratchEngine test;
  private static MixedRun run;

  /** One for all breakages: a new connection would read the catalog and plan all statements. */
  private static Connection admin;

  @BeforeAll
  static void open() throws SQLException {
    test = new ScratchEngine(4);
    run = new MixedRun(test);
    admin = test.admin();
    admin.setAutoCommit(false);
  }

  @AfterAll
  static void close() throws SQLException {
    admin.close();
    test.close();
  }

  @Test
  void after_a_mixed_run_nothing_is_broken() {
    assertThat(violations(run)).isEmpty();
  }

  /** Broken and checked in one transaction that is never committed: the next finds it whole. */
  @ParameterizedTest
  @MethodSource("io.tapline.engine.InvariantBreakage#all")
  void what_is_broken_on_purpose_is_reported_and_nothing_else(InvariantBreakage breakage)
      throws Exception {
    assertReported(brokenBy(breakage.statements()), breakage.invariant());
  }

  private static List<InvariantViolation> brokenBy(List<String> statements) throws Exception {
    try {
      breakThings(admin, run, statements);
      try (var statement = admin.createStatement()) {
        statement.execute("set local role tapline_serving");
      }
      return test.engine().tapDb().within(admin, run.lab.tenantId(), InvariantChecker::check);
    } finally {
      admin.rollback();
    }
  }

  @Test
  void every_statement_of_the_checker_has_a_breakage_that_it_finds() {
    var broken = InvariantBreakage.all().map(InvariantBreakage::invariant).toList();
    assertThat(broken).doesNotHaveDuplicates();
    // These two have tests of their own below.
    assertThat(InvariantChecker.invariants())
        .containsAll(broken)
        .hasSize(broken.size() + 2)
        .contains("registry_keys", "lookup_columns");
  }

  @Test
  void two_objects_with_one_key_are_reported() throws Exception {
    try (var other = new ScratchEngine(2)) {
      var run = new MixedRun(other);
      try (var admin = other.admin();
          var statement = admin.createStatement()) {
        statement.execute("drop index tapline.registry_key");
        statement.execute(
            "update tapline.instance_registry set json_addl = jsonb_set(json_addl,"
                + " '{properties,worker_key}', '\"w1\"') where tenant_id = "
                + run.lab.tenantId()
                + " and object_key = 'w2'");
      }
      assertThat(new InvariantChecker(other.engine()).check(run.lab.tenantId()))
          .extracting(InvariantViolation::invariant)
          .containsExactly("registry_keys");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exec_queue_key = 'elsewhere'",
        "visible_from = '1999-01-01T00:00:00.000000Z'",
        "ready_queue_key = 'q'",
        "delayed_queue_key = 'q'",
        "parked_as = null",
        "deadline_at = '1999-01-01T00:00:00.000000Z'",
        "unsettled_in = 1",
        "retirable = '1999-01-01T00:00:00.000000Z'"
      })
  void a_look_up_column_that_differs_from_what_it_follows_from_is_reported(String column)
      throws Exception {
    var set = "update tapline.subject set " + column + " where uid = " + run.uid("held");
    assertThat(brokenBy(List.of(set)))
        .extracting(InvariantViolation::invariant, InvariantViolation::object)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("lookup_columns", run.subjects.get("held")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ending = null", "ending = '?'", "lease_uid = null"})
  void a_fact_with_half_an_end_or_an_unknown_one_is_refused(String columns) {
    var set =
        "update tapline.fact_row set "
            + columns
            + " where lease_uid is not null and subject_uid = "
            + run.uid("completed");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> brokenBy(List.of(set)))
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("23514"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lease_uid = 7",
        "lease_worker_uid = 7",
        "lease_queue_uid = 7",
        "lease_uid = null, lease_worker_uid = null, lease_queue_uid = null, lease_expires_at ="
            + " null, ready_queue_key = exec_queue_key"
      })
  void a_row_that_names_another_lease_than_the_one_that_stands_is_reported(String columns)
      throws Exception {
    var set = "update tapline.subject set " + columns + " where uid = " + run.uid("leased");
    assertReported(brokenBy(List.of(set)), "live_lease");
  }

  @Test
  void another_tenants_breakage_is_not_reported() throws Exception {
    var broken = new MixedRun(test);
    try (var admin = test.admin()) {
      breakThings(admin, broken, List.of("delete from tapline.attempt where tenant_id = [tenant]"));
    }
    assertThat(violations(run)).isEmpty();
    assertThat(violations(broken)).isNotEmpty();
  }

  private static void assertReported(List<InvariantViolation> violations, String invariant) {
    assertThat(violations).isNotEmpty();
    assertThat(violations).allMatch(violation -> violation.invariant().equals(invariant));
    assertThat(violations).allMatch(v -> !v.object().isBlank() && !v.found().isBlank());
  }

  private static List<InvariantViolation> violations(MixedRun run) {
    return new InvariantChecker(test.engine()).check(run.lab.tenantId());
  }

  private static void breakThings(Connection admin, MixedRun run, List<String> statements)
      throws SQLException {
    try (var statement = admin.createStatement()) {
      statement.execute("set session_replication_role = replica");
      for (var text : statements) {
        var sql = text.replace("[tenant]", Long.toString(run.lab.tenantId()));
        for (var name : run.subjects.keySet()) {
          sql = sql.replace("[" + name + "]", Long.toString(run.uid(name)));
        }
        assertThat(statement.executeUpdate(sql)).as(sql).isPositive();
      }
    }
  }
}
