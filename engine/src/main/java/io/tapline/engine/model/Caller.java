package io.tapline.engine.model;

import io.tapline.api.Role;
import java.util.Set;

/**
 * The principal of a request.
 *
 * @param principal the permanent name of the principal
 * @param roles the roles that evidence shows
 * @param lent roles that an API grants for one request by its own rules: the submitter of a task
 *     may cancel it without being an operator
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

  /** This caller with the rights of the role for one request. */
  public Caller lent(Role role) {
    return new Caller(tenantId, principal, roles, Set.of(role));
  }

  /** Whether the caller is the server. No token, login or key can have such a name. */
  public boolean itself() {
    return principal.startsWith(ITSELF);
  }

  public static Caller admin(long tenantId, String principal) {
    return new Caller(tenantId, principal, Set.of(Role.ADMIN));
  }
}
