package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The doctor finds what is wrong with a database, and nothing when nothing is. */
@TaplineServer
class DoctorTest {

  private static TestTapline tapline;
  private static TenantApi lab;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
    lab.queue();
  }

  private static Map<String, String> checks(String field) {
    var all = new TreeMap<String, String>();
    for (var check : lab.admin.get("doctor").ok().path("checks")) {
      all.put(check.path("name").asString(), check.path(field).asString());
    }
    return all;
  }

  private static void asAdministrator(String statement) throws SQLException {
    var scratch = tapline.scratch();
    try (var connection =
            DriverManager.getConnection(scratch.jdbcUrl(), scratch.user(), scratch.password());
        var sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }

  /** Something is broken, found, and mended again. */
  private static void finds(String check, String broken, String mended, String named)
      throws SQLException {
    asAdministrator(broken);
    try {
      assertThat(checks("status")).containsEntry(check, "FAIL");
      assertThat(checks("detail").get(check)).contains(named);
    } finally {
      asAdministrator(mended);
    }
    assertThat(checks("status")).containsEntry(check, "OK");
  }

  @Test
  void a_database_as_it_was_made_is_well() {
    assertThat(checks("status"))
        .containsOnlyKeys(
            "database",
            "role",
            "row_security",
            "indexes",
            "statistics",
            "test_clock",
            "migrations",
            "durability",
            "plans",
            "job_switch",
            "feed",
            "deliveries",
            "webhooks")
        .doesNotContainValue("FAIL");
  }

  @Test
  void a_switch_that_is_off_is_told_with_who_and_why() {
    var path = "/api/v1/jobs/switch";
    lab.admin.post(path, TenantApi.body("enabled", false, "reason", "storage is full")).ok();
    try {
      assertThat(checks("status")).containsEntry("job_switch", "WARN");
      assertThat(checks("detail").get("job_switch"))
          .contains(
              "storage is full", lab.admin.get("/api/v1/me").ok().path("principal").asString());
    } finally {
      lab.admin.post(path, TenantApi.body("enabled", true, "reason", "storage was added")).ok();
    }
    assertThat(checks("status")).containsEntry("job_switch", "OK");
  }

  @Test
  void a_right_to_delete_is_found() throws SQLException {
    finds(
        "role",
        "grant delete on tapline.fact_row to tapline_serving",
        "revoke delete on tapline.fact_row from tapline_serving",
        "fact_row");
  }

  @Test
  void a_table_without_forced_policies_is_found() throws SQLException {
    finds(
        "row_security",
        "alter table tapline.attempt no force row level security",
        "alter table tapline.attempt force row level security",
        "attempt");
  }

  @Test
  void a_plan_without_its_index_is_found() throws SQLException {
    asAdministrator(
        "create table public.kept as select indexdef from pg_indexes where indexname ="
            + " 'subject_ready_order'");
    finds(
        "plans",
        "drop index tapline.subject_ready_order",
        "do $$ begin execute (select indexdef from public.kept); end $$",
        "Sort");
  }

  @Test
  void a_session_that_holds_events_back_is_named() throws SQLException {
    try (var forgotten = tapline.scratch().connect();
        var statement = forgotten.createStatement()) {
      forgotten.setAutoCommit(false);
      int pid;
      try (var row = statement.executeQuery("select pg_backend_pid(), pg_current_xact_id()")) {
        row.next();
        pid = row.getInt(1);
      }
      asAdministrator(
          "insert into tapline.fact_row (tenant_id, uid, template_uid, at, action_key, feed_key)"
              + " select "
              + tapline.tenantId("acme")
              + ", 900000000 + i, 1, now(), 'held back', tapline.feed_key()"
              + " from generate_series(1, 1000) i");
      assertThat(checks("status")).containsEntry("feed", "WARN");
      assertThat(checks("detail").get("feed"))
          .contains("pid " + pid, "role " + tapline.scratch().user(), "pg_terminate_backend");
      forgotten.rollback();
    } finally {
      asAdministrator("delete from tapline.fact_row where action_key = 'held back'");
    }
    assertThat(checks("status")).containsEntry("feed", "OK");
  }

  @Test
  void a_migration_of_a_newer_tapline_is_found() throws SQLException {
    finds(
        "migrations",
        "insert into tapline.schema_history select 9999, '9999', 'later', type, 'V9999__later.sql',"
            + " 1, installed_by, now(), 1, true from tapline.schema_history limit 1",
        "delete from tapline.schema_history where version = '9999'",
        "newer Tapline");
  }
}
