package io.tapline.engine.pipeline;

/** All was done as ever, and none of it is to stay: rolls the transaction back. */
final class RehearsalRollback extends RuntimeException {

  RehearsalRollback() {
    super(null, null, false, false);
  }
}
