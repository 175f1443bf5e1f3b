package io.tapline.tapdb;

import java.sql.SQLException;

/**
 * A database role of a tenant. Its name alone proves nothing, because any login with CREATEROLE can
 * create a role of any name: the owner records its roles by oid, and refuses a role of another
 * origin.
 */
final class TenantRole {

  static final String READER = "reader";
  static final String PRODUCER = "producer";

  private TenantRole() {}

  /** Creates the role unless it exists. Requires the lock on tenants. */
  static void ensure(Tx tx, String role, String kind) throws SQLException {
    var found =
        tx.query(
            SqlFile.load(TenantRole.class, "role/tenant_role_state"),
            row -> new State(row.getBoolean("ours"), row.getBoolean("anothers")),
            tx.tenantId(),
            kind,
            role);
    if (found.isEmpty()) {
      tx.update("create role " + role + " nologin nosuperuser nobypassrls nocreaterole nocreatedb");
    } else if (found.get(0).ours()) {
      return;
    } else if (found.get(0).anothers()) {
      throw new IllegalStateException(
          "the role "
              + role
              + " was created by another login, which could grant it to others; drop it"
              + " and start again");
    }
    tx.update(SqlFile.load(TenantRole.class, "role/tenant_role_note"), tx.tenantId(), kind, role);
  }

  /**
   * For databases that are closed to other logins. If the owner cannot grant the right, the
   * database is open or its administrator grants it, and PostgreSQL only warns.
   */
  static void grantConnect(Tx tx, String role) throws SQLException {
    var database =
        tx.query(
                SqlFile.load(TenantRole.class, "role/quote_ident"),
                row -> row.getString(1),
                tx.connection().getCatalog())
            .get(0);
    tx.update("grant connect on database " + database + " to " + role);
  }

  private record State(boolean ours, boolean anothers) {}
}
