package io.tapline.server.longpoll;

import java.util.Set;

/** Keeps requests waiting until something is done in their tenant, and is told when that is. */
public interface ActivityListener {

  /** Something was done in a tenant, here or at another server. */
  void acted(long tenantId);

  /** Anything may have happened. */
  void lookEverywhere();

  /** Those for which requests wait. */
  Set<Long> tenants();
}
