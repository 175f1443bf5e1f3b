package io.tapline.server.http;

import io.tapline.engine.model.Role;
import java.util.EnumSet;
import java.util.Set;

/** Who may knock at an endpoint. */
public record Access(boolean open, Set<Role> roles) {

  /** Nobody is asked who they are. */
  public static final Access OPEN = new Access(true, Set.of());

  /** Any principal of a tenant, whatever its roles. */
  public static final Access EVERY_ROLE = of(EnumSet.allOf(Role.class));

  public static final Access ADMIN = of(EnumSet.of(Role.ADMIN));

  public Access {
    roles = Set.copyOf(roles);
  }

  public static Access of(Set<Role> roles) {
    return new Access(false, roles);
  }
}
