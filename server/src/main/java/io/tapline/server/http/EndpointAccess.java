package io.tapline.server.http;

import io.tapline.api.Role;
import io.tapline.engine.model.Caller;
import java.util.EnumSet;
import java.util.Set;

/** The authentication and the roles that an endpoint requires. */
public record EndpointAccess(boolean open, Set<Role> roles) {

  /** No authentication. */
  public static final EndpointAccess OPEN = new EndpointAccess(true, Set.of());

  /** Any principal of a tenant with any role. */
  public static final EndpointAccess EVERY_ROLE = of(EnumSet.allOf(Role.class));

  public static final EndpointAccess ADMIN = of(EnumSet.of(Role.ADMIN));

  public EndpointAccess {
    roles = Set.copyOf(roles);
  }

  public static EndpointAccess of(Set<Role> roles) {
    return new EndpointAccess(false, roles);
  }

  /** Whether the caller has one of the roles. */
  boolean admits(Caller caller) {
    for (var role : roles) {
      if (caller.is(role)) {
        return true;
      }
    }
    return false;
  }
}
