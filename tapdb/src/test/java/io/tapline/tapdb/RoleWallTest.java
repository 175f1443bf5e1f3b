package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The role that serves requests cannot climb over the walls or take one down. */
class RoleWallTest extends WallTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set role tapline_owner",
        "alter table tapline.instance_action no force row level security",
        "alter table tapline.instance_action disable trigger action_is_final",
        "drop policy own_tenant on tapline.instance_subject",
        "create table tapline.mine (a int)",
        "select tapline.advance_clock(60)",
        "update tapline.clock_offset set shift = interval '1 hour'",
        "select setval('tapline.uid_seq', 1)",
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
                "select rolname from pg_roles where rolname in ('tapline_owner', 'tapline_serving') and (rolsuper or rolbypassrls)"))
        .isEmpty();
  }
}
