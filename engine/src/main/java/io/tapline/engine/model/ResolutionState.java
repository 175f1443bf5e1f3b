package io.tapline.engine.model;

/** What became of a dead letter. */
public enum ResolutionState {
  OPEN,
  REQUEUED,
  CANCELED,
  IGNORED
}
