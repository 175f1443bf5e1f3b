package io.tapline.engine.pipeline;

import java.util.Set;

/**
 * A command needs subjects that the batch has not locked: the transaction is rolled back and run
 * again with them.
 */
final class MoreLocksNeeded extends RuntimeException {

  private final transient Set<Long> subjectUids;

  MoreLocksNeeded(Set<Long> subjectUids) {
    super(null, null, false, false);
    this.subjectUids = subjectUids;
  }

  Set<Long> subjectUids() {
    return subjectUids;
  }
}
