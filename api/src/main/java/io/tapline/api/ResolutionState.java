package io.tapline.api;

public enum ResolutionState {
  OPEN,
  REQUEUED,
  CANCELED,
  IGNORED
}
