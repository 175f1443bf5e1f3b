package io.tapline.tapdb;

import java.sql.SQLException;

/**
 * A database role that stands for a tenant. Its name alone proves nothing, since any login with
 * CREATEROLE can make a role of any name: the owner notes those that it made, by oid, and refuses
 * one that somebody else has made.
 */
final class TenantRole {

  static final String READER = "reader";
  static final String PRODUCER = "producer";

  private TenantRole() {}

  /** Makes it unless it is there. Under the lock of tenants. */
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
              + " was made by another login, which could hand out what it may see and do; drop it"
              + " and start again");
    }
    tx.update(SqlFile.load(TenantRole.class, "role/tenant_role_note"), tx.tenantId(), kind, role);
  }

  /**
   * For databases that are closed to other logins. Where the owner may not hand the right on, the
   * database is open or its administrator grants it, and PostgreSQL warns only.
   */
  static void letConnect(Tx tx, String role) throws SQLException {
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
