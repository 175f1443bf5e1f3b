package io.tapline.engine.pipeline;

import io.tapline.engine.model.Queue;

/** A claim found a lapse to settle or delayed subjects that have become ready; both come first. */
final class UpkeepNeeded extends RuntimeException {

  private final transient Queue queue;
  private final boolean lapsed;
  private final boolean matured;

  UpkeepNeeded(Queue queue, boolean lapsed, boolean matured) {
    super(null, null, false, false);
    this.queue = queue;
    this.lapsed = lapsed;
    this.matured = matured;
  }

  Queue queue() {
    return queue;
  }

  boolean lapsed() {
    return lapsed;
  }

  boolean matured() {
    return matured;
  }
}
