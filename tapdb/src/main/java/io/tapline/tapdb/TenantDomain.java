package io.tapline.tapdb;

import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.HashSet;

/**
 * The EUID domain of one tenant: four letters that no other tenant has. Each tenant has its own
 * sequence of uids, so the letters distinguish the EUIDs of two tenants, on a label or at the
 * receiver of a webhook. They are random: a sequence would reveal the number of tenants.
 */
final class TenantDomain {

  private static final int LETTERS = 4;
  private static final SecureRandom CHANCE = new SecureRandom();

  private TenantDomain() {}

  /** Draws a free domain; the caller holds the lock for the creation of tenants. */
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
