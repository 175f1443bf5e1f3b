package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The role that serves requests cannot climb over the walls or take one down. */
class RoleWallTest extends WallTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set role tapline_owner",
        "alter table tapline.fact_row no force row level security",
        "alter table tapline.fact_row disable trigger action_is_final",
        "drop policy own_tenant on tapline.subject",
        "create table tapline.mine (a int)",
        "select tapline.advance_clock(60)",
        "insert into tapline.clock_move (shift, moved_by) values (interval '1 hour', 'me')",
        "select setval('tapline.uid_seq_0', 1)",
        "select last_value from tapline.uid_seq_0",
        "select tapline.make_uid_sequence(99, 1)",
        "set session_replication_role = replica",
        "set session authorization tapline_owner"
      })
  void the_serving_role_cannot_take_a_wall_down(String statement) throws SQLException {
    try (var connection = serving(mine.tenant())) {
      denied(connection, statement);
    }
  }

  @Test
  void row_security_off_is_an_error_not_a_way_round() throws SQLException {
    try (var connection = serving(mine.tenant())) {
      update(connection, "set local row_security = off");
      denied(connection, "select count(*) from tapline.generic_instance");
    }
  }

  @Test
  void the_two_roles_are_ordinary() throws SQLException {
    assertThat(
            names(
                "select rolname from pg_roles where rolname in ('tapline_owner', 'tapline_serving')"
                    + " and (rolsuper or rolbypassrls)"))
        .isEmpty();
  }

  /** Any login with CREATEROLE can make a role of any name, and has what it made. */
  @Test
  void a_role_that_another_login_made_stands_for_no_tenant() throws SQLException {
    long closed = store.tenants().createClosed("closed", "Closed", List.of());
    var forged = store.tenants().producerRole(closed);
    var forger = "forger_" + closed;
    store.asAdmin(
        "create role " + forger + " login createrole password 'forger'",
        "grant " + store.tenants().producerRole(mine.tenant()) + " to " + forger);
    try (var admin = store.admin();
        var login = DriverManager.getConnection(admin.getMetaData().getURL(), forger, "forger")) {
      update(login, "create role " + forged);
      if (admin.getMetaData().getDatabaseMajorVersion() < 16) {
        update(login, "grant " + forged + " to " + forger);
      }
      refused(login, "TL007", "select tapline.enqueue('q', 'k', tenant_key => 'closed')");
      if (admin.getMetaData().getDatabaseMajorVersion() >= 16) {
        assertThatIllegalStateException()
            .isThrownBy(() -> store.tenants().openToSql(closed))
            .withMessageContaining(forged)
            .withMessageContaining("created by another login");
      }
    } finally {
      store.asAdmin("drop role " + forged, "drop owned by " + forger, "drop role " + forger);
    }
    store.tenants().openToSql(closed);
    store.tenants().openToSql(closed);
  }
}
