package io.tapline.tapdb;

import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.HashSet;

/**
 * What the EUIDs of one tenant begin with: four letters that no other tenant has. Each tenant
 * counts its objects for itself, so the letters are what keeps the EUIDs of two tenants apart, on a
 * label or at a webhook's receiver. They are drawn by chance: counted up, they would tell how many
 * tenants there are.
 */
final class TenantDomain {

  private static final int LETTERS = 4;
  private static final SecureRandom CHANCE = new SecureRandom();

  private TenantDomain() {}

  /** One that is free; the caller holds the lock under which tenants are made. */
  static String draw(Tx systemTenant) throws SQLException {
    var taken =
        new HashSet<>(
            systemTenant.query(
                SqlFile.load(TenantDomain.class, "tenant/tenant_domains"),
                row -> row.getString("euid_domain")));
    if (taken.size() >= EuidMint.domains(LETTERS)) {
      throw new IllegalStateException("there are no letters left for another tenant's EUIDs");
    }
    String domain;
    do {
      domain = EuidMint.domain(CHANCE, LETTERS);
    } while (taken.contains(domain));
    return domain;
  }
}
