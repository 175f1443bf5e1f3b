package io.tapline.engine.read.base;

import io.tapline.api.Role;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.QueuePolicy;

/**
 * The audience of lists of queues. A queue that is not {@code operator_visible} is listed for
 * administrators only; a request that names its key reads it with any role.
 */
public enum QueueAudience {
  /** All queues; hidden ones are marked. */
  ADMINISTRATORS,
  /** All roles except administrators. */
  OPERATORS;

  public static QueueAudience of(Caller caller) {
    return caller.is(Role.ADMIN) ? ADMINISTRATORS : OPERATORS;
  }

  public boolean sees(QueuePolicy policy) {
    return this == ADMINISTRATORS || policy.operatorVisible();
  }
}
