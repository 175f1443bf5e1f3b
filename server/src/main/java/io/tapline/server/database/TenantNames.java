package io.tapline.server.database;

import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.Tenants;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** A tenant's key by its id. Tenants are few, never renamed and never removed. */
@Component
public final class TenantNames {

  private static final Logger LOG = LoggerFactory.getLogger(TenantNames.class);

  private final Tenants tenants;
  private final Map<Long, String> known = new ConcurrentHashMap<>();

  TenantNames(OpenDatabase database) {
    this.tenants = new Tenants(database.serving());
  }

  public String nameOf(long tenantId) {
    var name = known.get(tenantId);
    return name != null ? name : learn(tenantId);
  }

  private String learn(long tenantId) {
    try {
      tenants.all().forEach(tenant -> known.put(tenant.id(), tenant.key()));
      // Tapline's internal tenant is not listed.
      known.putIfAbsent(tenantId, String.valueOf(tenantId));
    } catch (StoreException e) {
      // The name is a metric label only; the next lookup reads it again.
      LOG.debug("the names of tenants could not be read", e);
    }
    return known.getOrDefault(tenantId, String.valueOf(tenantId));
  }
}
