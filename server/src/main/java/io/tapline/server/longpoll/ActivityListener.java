package io.tapline.server.longpoll;

import java.util.Set;

/** Holds requests that wait for an action in their tenant, and receives the notification of it. */
public interface ActivityListener {

  /** An action was carried out in a tenant, by this server or another one. */
  void acted(long tenantId);

  /** Any tenant may have changed; every waiting request must be checked. */
  void lookEverywhere();

  /** The tenants with waiting requests. */
  Set<Long> tenants();
}
