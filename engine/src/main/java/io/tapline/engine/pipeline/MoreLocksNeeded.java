package io.tapline.engine.pipeline;

import java.util.Set;

/** A command turned out to touch subjects that were not locked: all over again, with them. */
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
