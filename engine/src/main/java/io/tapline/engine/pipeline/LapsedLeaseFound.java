package io.tapline.engine.pipeline;

import java.util.Set;

/**
 * A command found lapsed leases that have to be settled first, in a transaction of their own. An
 * exception, since what the command's own transaction has written by then is to be rolled back.
 */
final class LapsedLeaseFound extends RuntimeException {

  private final transient Set<String> leaseEuids;

  LapsedLeaseFound(Set<String> leaseEuids) {
    super(null, null, false, false);
    this.leaseEuids = leaseEuids;
  }

  Set<String> leaseEuids() {
    return leaseEuids;
  }
}
