package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One tenant sees and writes its own rows only, whichever role asks and whichever way in. */
class TenantWallTest extends WallTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "generic_template",
        "generic_instance",
        "lineage_link",
        "generic_instance_lineage",
        "instance_subject",
        "tombstone",
        "instance_tombstone",
        "instance_lease",
        "lease_document",
        "attempt",
        "attempt_row",
        "attempt_whole",
        "attempt_shown",
        "attempt_record",
        "instance_record",
        "instance_action",
        "instance_pulse",
        "instance_registry",
        "instance",
        "fact_row",
        "fact"
      })
  void a_query_that_forgets_its_tenant_returns_nothing(String table) throws SQLException {
    try (var connection = store.database().serving().getConnection()) {
      assertThat(tenants(connection, table)).isEmpty();
    }
  }

  @Test
  void a_write_that_forgets_its_tenant_writes_nothing() throws SQLException {
    try (var connection = store.database().serving().getConnection()) {
      assertThat(update(connection, "update tapline.subject set name = 'x'")).isZero();
      denied(
          connection,
          "insert into tapline.lineage_link values (%d, 1, 'r', 2, now())"
              .formatted(mine.tenant()));
    }
  }

  @Test
  void a_tenant_sees_and_writes_only_its_own() throws SQLException {
    try (var connection = serving(mine.tenant())) {
      for (var table :
          List.of(
              "generic_template",
              "generic_instance",
              "instance_subject",
              "tombstone",
              "instance_tombstone",
              "lineage_link")) {
        assertThat(tenants(connection, table)).as(table).containsExactly(mine.tenant());
      }
      assertThat(
              update(
                  connection,
                  "update tapline.subject set name = 'x' where tenant_id = " + theirs.tenant()))
          .isZero();
      denied(
          connection,
          "insert into tapline.lineage_link values (%d, 1, 'r', 2, now())"
              .formatted(theirs.tenant()));
    }
  }

  /** After SET LOCAL a setting reads '', not null. */
  @Test
  void a_connection_handed_on_after_a_transaction_sees_nothing_and_does_not_fail()
      throws SQLException {
    try (var connection = serving(mine.tenant())) {
      assertThat(tenants(connection, "generic_instance")).containsExactly(mine.tenant());
      connection.commit();
      assertThat(text(connection, "select current_setting('tapline.tenant_id', true)")).isEmpty();
      assertThat(tenants(connection, "generic_instance")).isEmpty();
    }
  }

  /** A forced owner's DELETE without its tenant set removes nothing, silently. */
  @Test
  void the_owner_is_bound_too_and_retires_only_inside_a_tenant() throws SQLException {
    try (var connection = store.database().owner().getConnection()) {
      connection.setAutoCommit(false);
      assertThat(update(connection, "delete from tapline.fact_row")).isZero();
      connection.rollback();
    }
    try (var connection = owner(mine.tenant())) {
      assertThat(update(connection, "delete from tapline.fact_row")).isEqualTo(1);
      connection.rollback();
    }
  }

  /** A partition queried directly skips its parent's policy. */
  @Test
  void every_table_with_tenants_has_a_forced_policy_of_its_own() throws SQLException {
    var bare =
        "select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname ="
            + " 'tenant_id' where c.relnamespace = 'tapline'::regnamespace and c.relkind in ('r',"
            + " 'p') and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from"
            + " pg_policy p where p.polrelid = c.oid))";
    assertThat(names(bare)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "instance_subject",
        "tombstone",
        "instance_tombstone",
        "instance_lease",
        "attempt",
        "attempt_row",
        "attempt_shown",
        "instance_record",
        "fact_row",
        "fact",
        "instance_pulse",
        "instance_registry"
      })
  void a_partition_addressed_directly_shows_one_tenant(String table) throws SQLException {
    for (var connection : List.of(serving(theirs.tenant()), owner(theirs.tenant()))) {
      try (connection) {
        var seen = tenants(connection, table);
        assertThat(seen).isSubsetOf(theirs.tenant());
        if (!table.equals("instance_registry")) assertThat(seen).isNotEmpty();
      }
    }
  }

  @Test
  void the_partitions_of_the_pulse_are_closed_to_the_serving_role() throws SQLException {
    var partitions =
        names(
            "select inhrelid::regclass::text from pg_inherits where inhparent ="
                + " 'tapline.instance_pulse'::regclass");
    assertThat(partitions).hasSizeGreaterThan(PulsePartitions.DAYS_AHEAD);
    try (var connection = serving(mine.tenant())) {
      for (var partition : partitions) {
        denied(connection, "select count(*) from " + partition);
      }
    }
  }

  /** A view owned by a superuser would bypass policies. */
  @Test
  void views_keep_the_readers_own_policies_and_belong_to_no_superuser() throws SQLException {
    assertThat(
            names(
                "select c.relname from pg_class c join pg_roles o on o.oid = c.relowner where"
                    + " c.relkind in ('v', 'm') and c.relnamespace = 'tapline'::regnamespace and"
                    + " (o.rolsuper or o.rolbypassrls or not coalesce('security_invoker=true' = any"
                    + " (c.reloptions), false))"))
        .isEmpty();
    try (var connection = serving(theirs.tenant())) {
      assertThat(tenants(connection, "generic_instance_lineage")).containsExactly(theirs.tenant());
    }
  }

  @Test
  void only_the_doors_named_here_run_with_their_owners_rights() throws SQLException {
    assertThat(
            names(
                "select proname || ' ' || array_to_string(proconfig, ' ') from pg_proc"
                    + " where pronamespace = 'tapline'::regnamespace and prosecdef"))
        .as("it finds nothing by a path that its caller chose")
        .containsExactlyInAnyOrder(
            "deliveries_fenced search_path=pg_catalog, pg_temp",
            "enqueue search_path=pg_catalog, pg_temp",
            "feed_writers search_path=pg_catalog, pg_temp",
            "meet_cluster search_path=pg_catalog, pg_temp");
    assertThat(
            names(
                "select p.proname from pg_proc p, aclexplode(coalesce(p.proacl,"
                    + " acldefault('f', p.proowner))) a where p.proname = 'enqueue'"
                    + " and p.pronamespace = 'tapline'::regnamespace and a.grantee = 0"))
        .as("not everyone may call it")
        .isEmpty();
  }
}
