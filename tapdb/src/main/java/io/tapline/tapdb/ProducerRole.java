package io.tapline.tapdb;

import java.sql.SQLException;

/**
 * The database role for logins that enqueue jobs of a tenant by SQL. The role determines the
 * tenant, so that no setting has to be trusted; the only right of the role is to call one function.
 */
final class ProducerRole {

  private final TapDb owner;
  private final long tenantId;

  ProducerRole(TapDb owner, long tenantId) {
    this.owner = owner;
    this.tenantId = tenantId;
  }

  String name() {
    return owner.transaction(tenantId, this::name);
  }

  /** Creates the missing parts. */
  void ensure() {
    owner.transaction(tenantId, this::create);
  }

  private String name(Tx tx) throws SQLException {
    return tx.query(
            SqlFile.load(ProducerRole.class, "role/producer_role_name"),
            row -> row.getString("producer_role"),
            tenantId)
        .get(0);
  }

  private String create(Tx tx) throws SQLException {
    Tenants.lock(tx);
    var role = name(tx);
    TenantRole.ensure(tx, role, TenantRole.PRODUCER);
    TenantRole.grantConnect(tx, role);
    tx.update("grant usage on schema tapline to " + role);
    tx.update("grant execute on function tapline.enqueue to " + role);
    return role;
  }
}
