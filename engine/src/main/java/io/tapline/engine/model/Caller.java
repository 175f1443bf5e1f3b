package io.tapline.engine.model;

import java.util.Set;

/**
 * Who asks.
 *
 * @param principal the name by which the principal is known, for ever
 * @param roles what evidence says of the principal
 * @param lent what a door lends for one request, having seen by rules of its own that the principal
 *     may make it: who submitted a task may cancel it, without being an operator
 */
public record Caller(long tenantId, String principal, Set<Role> roles, Set<Role> lent) {

  private static final String ITSELF = "system:";

  public Caller {
    roles = Set.copyOf(roles);
    lent = Set.copyOf(lent);
  }

  public Caller(long tenantId, String principal, Set<Role> roles) {
    this(tenantId, principal, roles, Set.of());
  }

  public boolean is(Role role) {
    return roles.contains(role) || lent.contains(role);
  }

  /** The same caller, with the rights of the role for one request. */
  public Caller lent(Role role) {
    return new Caller(tenantId, principal, roles, Set.of(role));
  }

  /** Tapline itself: no token, login or key of anyone's has such a name. */
  public boolean itself() {
    return principal.startsWith(ITSELF);
  }

  public static Caller admin(long tenantId, String principal) {
    return new Caller(tenantId, principal, Set.of(Role.ADMIN));
  }
}
