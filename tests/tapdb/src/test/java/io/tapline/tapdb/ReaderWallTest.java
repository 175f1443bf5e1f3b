package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A role that can run SQL can set the tenant setting, so a reader's policies do not look at it. */
class ReaderWallTest extends WallTest {

  @Test
  void a_reader_that_sets_another_tenant_still_sees_its_own() throws SQLException {
    try (var connection = reader(mine.tenant())) {
      update(connection, "set tapline.tenant_id = '" + theirs.tenant() + "'");
      for (var table :
          List.of(
              "generic_template",
              "generic_instance",
              "instance_tombstone",
              "lineage_link",
              "generic_instance_lineage")) {
        assertThat(tenants(connection, table)).as(table).containsExactly(mine.tenant());
      }
    }
  }

  @Test
  void nobody_but_the_server_reads_the_installations_secret() throws SQLException {
    var secret = InstallationSecret.read(store.database().serving());
    assertThat(secret).hasSize(32);
    InstallationSecret.prepare(store.database().owner());
    assertThat(InstallationSecret.read(store.database().owner())).isEqualTo(secret);
    var kept =
        "select count(*) from tapline.generic_instance where json_addl::text like '%"
            + Base64.getEncoder().encodeToString(secret)
            + "%'";
    assertThat(names(kept)).containsExactly("1");
    try (var reader = reader(mine.tenant());
        var tenant = serving(mine.tenant())) {
      update(reader, "set tapline.tenant_id = '0'");
      assertThat(text(reader, kept)).isEqualTo("0");
      assertThat(text(tenant, kept)).isEqualTo("0");
    }
  }

  @Test
  void a_reader_reaches_no_document_by_a_partition_and_changes_nothing() throws SQLException {
    var role = store.tenants().readerRole(mine.tenant());
    var granted =
        "select c.relname from pg_class c where c.relnamespace = 'tapline'::regnamespace and"
            + " c.relkind in ('r', 'p', 'v', 'm')";
    assertThat(names(granted + " and has_any_column_privilege('" + role + "', c.oid, 'select')"))
        .containsExactlyInAnyOrder(
            "generic_template",
            "generic_instance",
            // The tables of the logical view; subjects and actions have their own views too.
            "instance",
            "subject",
            "instance_subject",
            "tombstone",
            "instance_tombstone",
            "live_lease",
            "fact_row",
            "fact",
            "instance_action",
            "lineage_link",
            "generic_instance_lineage",
            // Without their documents; of the table of attempts by its first name, no row, and so
            // none of the two views of it with tokens.
            "instance_lease",
            "attempt_shown",
            "attempt_row",
            "attempt_record",
            "attempt",
            "attempt_whole",
            "lease_document",
            // Views that keep the reader's own policies, and the builds that they read.
            "v_job",
            "v_job_queue_backlog",
            "v_job_queue_in_progress",
            "v_job_queue_dead_letter_open",
            // Only stores with the test clock have it.
            "clock_move",
            "software_version");
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

  @Test
  void a_reader_sees_leases_without_their_documents_which_hold_tokens() throws SQLException {
    try (var connection = reader(mine.tenant())) {
      assertThat(tenants(connection, "instance_lease")).containsExactly(mine.tenant());
      assertThat(
              text(
                  connection,
                  "select count(*) from tapline.generic_instance where storage_class = 'lease'"))
          .isEqualTo("0");
      assertThat(tenants(connection, "attempt_record")).containsExactly(mine.tenant());
      assertThat(tenants(connection, "attempt")).isEmpty();
      assertThat(tenants(connection, "attempt_whole")).isEmpty();
      assertThat(tenants(connection, "lease_document")).isEmpty();
      assertThat(tenants(connection, "attempt_shown")).containsExactly(mine.tenant());
      refused(connection, DENIED, "select lease_token from tapline.attempt_row");
      refused(connection, DENIED, "select lease_token from tapline.attempt_shown");
      refused(connection, DENIED, "select * from tapline.attempt_shown");
    }
  }
}
