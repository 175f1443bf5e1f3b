package io.tapline.api;

import java.util.EnumSet;
import java.util.Set;

/**
 * The type of a worker. Only a HUMAN_SESSION may claim from a manual queue, so a service must not
 * be able to register as a person.
 */
public enum WorkerType {
  SERVICE(Role.WORKER_SERVICE, Role.ADMIN),
  HUMAN_SESSION(Role.WORKER_HUMAN, Role.OPERATOR, Role.ADMIN),
  INSTRUMENT_ADAPTER(Role.WORKER_SERVICE, Role.ADMIN);

  private final Set<Role> registrars;

  WorkerType(Role first, Role... others) {
    this.registrars = EnumSet.of(first, others);
  }

  /** The roles that may register a worker of this type. */
  public Set<Role> registrars() {
    return registrars;
  }
}
