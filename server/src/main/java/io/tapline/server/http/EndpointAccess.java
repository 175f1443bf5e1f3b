package io.tapline.server.http;

import io.tapline.engine.model.Role;
import java.util.EnumSet;
import java.util.Set;

/** Who may knock at an endpoint. */
public record EndpointAccess(boolean open, Set<Role> roles) {

  /** Nobody is asked who they are. */
  public static final EndpointAccess OPEN = new EndpointAccess(true, Set.of());

  /** Any principal of a tenant, whatever its roles. */
  public static final EndpointAccess EVERY_ROLE = of(EnumSet.allOf(Role.class));

  public static final EndpointAccess ADMIN = of(EnumSet.of(Role.ADMIN));

  public EndpointAccess {
    roles = Set.copyOf(roles);
  }

  public static EndpointAccess of(Set<Role> roles) {
    return new EndpointAccess(false, roles);
  }
}
