package io.tapline.tapdb;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * The database role for a tenant's own SQL and BI users. Whoever can run SQL can set any setting,
 * so its policies name the tenant as a constant and look at no setting.
 */
final class ReaderRole {

  /**
   * Parents and the link table only. A partition addressed directly answers to its own policies, so
   * none is granted.
   */
  private static final List<String> TABLES =
      List.of("generic_template", "generic_instance", "lineage_link");

  private final TapDb owner;
  private final long tenantId;

  ReaderRole(TapDb owner, long tenantId) {
    this.owner = owner;
    this.tenantId = tenantId;
  }

  String name() {
    return owner.transaction(tenantId, this::name);
  }

  /**
   * Makes what is missing. A transaction for each table: a policy locks its table against everyone,
   * and holding one such lock while waiting for the next never ends when others use the tables in
   * another order. Cut off half-way, the role sees less, not more.
   */
  void ensure() {
    owner.transaction(tenantId, this::createRole);
    for (var table : TABLES) owner.transaction(tenantId, tx -> createPolicy(tx, table));
  }

  private String name(Tx tx) throws SQLException {
    return tx.query(
            SqlFile.load(ReaderRole.class, "reader_role_name"),
            row -> row.getString("reader_role"),
            tenantId)
        .get(0);
  }

  private String createRole(Tx tx) throws SQLException {
    Tenants.lock(tx);
    var role = name(tx);
    if (!state(tx, role).hasRole()) {
      tx.update("create role " + role + " nologin nosuperuser nobypassrls nocreaterole nocreatedb");
    }
    tx.update("grant usage on schema tapline to " + role);
    tx.update(
        "grant select on tapline.generic_template, tapline.generic_instance, tapline.lineage_link,"
            + " tapline.generic_instance_lineage, tapline.clock_offset, tapline.v_job,"
            + " tapline.v_job_queue_backlog, tapline.v_job_queue_in_progress,"
            + " tapline.v_job_queue_dead_letter_open to "
            + role);
    return role;
  }

  private String createPolicy(Tx tx, String table) throws SQLException {
    Tenants.lock(tx);
    var role = name(tx);
    if (state(tx, role).tables().contains(table)) return role;
    var policy =
        "create policy %1$s on tapline.%2$s for select to %1$s using (tenant_id = %3$d)"
            .formatted(role, table, tenantId);
    BriefLock.hold(tx, () -> tx.update(policy));
    return role;
  }

  private static State state(Tx tx, String role) throws SQLException {
    return tx.query(SqlFile.load(ReaderRole.class, "reader_role_state"), State::of, role, role)
        .get(0);
  }

  private record State(boolean hasRole, List<String> tables) {

    static State of(ResultSet row) throws SQLException {
      return new State(
          row.getBoolean("has_role"), List.of((String[]) row.getArray("tables").getArray()));
    }
  }
}
