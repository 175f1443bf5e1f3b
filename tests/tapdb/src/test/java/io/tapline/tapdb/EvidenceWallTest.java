package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Evidence cannot be changed: not by the serving role, and ended evidence not by any role. */
class EvidenceWallTest extends WallTest {

  /** UPDATE granted on the parent of the partitions would reach that of pulses. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "instance",
        "fact_row",
        "fact",
        "instance_pulse",
        "lineage_link",
        "generic_template"
      })
  void the_serving_role_cannot_update_evidence_by_any_way_in(String table) throws SQLException {
    try (var connection = serving(mine.tenant())) {
      denied(connection, "update tapline." + table + " set tenant_id = tenant_id");
      if (!List.of("lineage_link", "fact_row", "fact").contains(table)) {
        denied(connection, "update tapline." + table + " set json_addl = '{}'");
      }
    }
  }

  @Test
  void the_serving_role_cannot_write_a_tombstone() throws SQLException {
    try (var connection = serving(mine.tenant())) {
      denied(connection, TOMBSTONE.replace("?", "" + mine.tenant()));
      denied(connection, "update tapline.tombstone set revision = 1");
    }
  }

  /** The owner as little as the serving role: the columns of a document are not there to write. */
  @ParameterizedTest
  @ValueSource(
      strings = {"generic_instance", "instance_subject", "instance_tombstone", "instance_action"})
  void a_view_of_evidence_takes_no_document(String view) throws SQLException {
    for (var connection : List.of(serving(mine.tenant()), owner(mine.tenant()))) {
      try (connection) {
        assertThatExceptionOfType(SQLException.class)
            .isThrownBy(
                () -> update(connection, "update tapline." + view + " set json_addl = '{}'"))
            .withMessageContaining("cannot update");
      }
    }
  }

  @Test
  void the_serving_role_can_delete_from_no_table_and_truncate_none() throws SQLException {
    assertThat(
            names(
                "select c.relname from pg_class c where c.relnamespace = 'tapline'::regnamespace"
                    + " and c.relkind in ('r', 'p', 'v') and has_table_privilege('tapline_serving',"
                    + " c.oid, 'delete, truncate, trigger, references')"))
        .isEmpty();
    try (var connection = serving(mine.tenant())) {
      denied(connection, "delete from tapline.instance");
      denied(connection, "delete from tapline.fact_row where uid = " + mine.action());
      denied(connection, "truncate tapline.lineage_link");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "subject, tenant_id",
    "subject, uid",
    "subject, template_uid",
    "attempt, subject_uid",
    "attempt, worker_uid",
    "attempt, record_uid",
    "attempt, lease_token",
    "attempt, created_dt",
    "attempt_row, revision",
    "instance_record, json_addl",
    "instance_registry, created_dt"
  })
  void keys_and_links_of_what_may_change_do_not(String table, String column) throws SQLException {
    try (var connection = serving(mine.tenant())) {
      denied(connection, "update tapline.%1$s set %2$s = %2$s".formatted(table, column));
    }
  }

  @Test
  void a_look_up_column_cannot_be_written() throws SQLException {
    try (var connection = owner(mine.tenant())) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(
              () -> update(connection, "update tapline.instance_registry set status = 'OPEN'"))
          .withMessageContaining("generated column");
    }
  }

  @Test
  void the_serving_role_has_no_right_to_change_an_attempt_or_a_fact() throws SQLException {
    assertThat(
            names(
                "select attrelid::regclass || '.' || attname from pg_attribute where attrelid in"
                    + " ('tapline.attempt'::regclass, 'tapline.attempt_row'::regclass,"
                    + " 'tapline.fact_row'::regclass) and attnum > 0 and"
                    + " has_column_privilege('tapline_serving', attrelid, attnum, 'update')"))
        .isEmpty();
  }

  @Test
  void not_even_the_owner_changes_an_attempt() throws SQLException {
    try (var connection = owner(mine.tenant())) {
      refused(connection, "attempt", mine.attempt(), "attempt");
    }
  }

  @Test
  void not_even_the_owner_changes_an_action_a_record_without_a_lease_or_a_pulse()
      throws SQLException {
    try (var connection = owner(mine.tenant())) {
      refused(connection, "fact_row", mine.action(), "action");
      refused(connection, "instance_record", mine.record(), "record");
      refused(connection, "instance_pulse", mine.pulse(), "pulse");
    }
    // Its pulse lies in a partition that was made later, by the upkeep.
    try (var connection = owner(theirs.tenant())) {
      refused(connection, "instance_pulse", theirs.pulse(), "pulse");
    }
  }
}
