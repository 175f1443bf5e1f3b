package io.tapline.engine.model;

public enum ResolutionState {
  OPEN,
  REQUEUED,
  CANCELED,
  IGNORED
}
