package io.tapline.engine.model;

import io.tapline.api.Role;
import io.tapline.api.WorkerType;
import java.util.Comparator;
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

  /** The role that evidence shows: the one with the most rights; null without a role. */
  public String shownRole() {
    return roles.stream().max(Comparator.naturalOrder()).map(Enum::name).orElse(null);
  }

  /** The type of the workers of this caller: a person, if the roles allow it. */
  public WorkerType workerType() {
    return WorkerType.HUMAN_SESSION.registrars().stream().anyMatch(this::is)
        ? WorkerType.HUMAN_SESSION
        : WorkerType.SERVICE;
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
