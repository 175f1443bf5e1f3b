package io.tapline.engine.read.base;

import io.tapline.engine.model.Caller;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.Role;

/**
 * Whom queues are listed for. A queue that is not {@code operator_visible} stands in no list of
 * queues that anybody but an administrator reads; asked for by its key, it is there for everyone.
 */
public enum QueueAudience {
  /** Everything; what is hidden from others says so. */
  ADMINISTRATORS,
  /** Everyone but administrators. */
  OPERATORS;

  public static QueueAudience of(Caller caller) {
    return caller.is(Role.ADMIN) ? ADMINISTRATORS : OPERATORS;
  }

  public boolean sees(QueuePolicy policy) {
    return this == ADMINISTRATORS || policy.operatorVisible();
  }
}
