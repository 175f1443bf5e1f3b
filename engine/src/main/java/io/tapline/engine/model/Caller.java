package io.tapline.engine.model;

import java.util.Set;

/**
 * Who asks.
 *
 * @param principal the name by which the principal is known, for ever
 */
public record Caller(long tenantId, String principal, Set<Role> roles) {

  public Caller {
    roles = Set.copyOf(roles);
  }

  public boolean is(Role role) {
    return roles.contains(role);
  }

  public static Caller admin(long tenantId, String principal) {
    return new Caller(tenantId, principal, Set.of(Role.ADMIN));
  }
}
