package io.tapline.api;

/** The nine stored states of a job. Every other status is derived from them. */
public enum ExecutionState {
  PENDING,
  READY,
  RUNNING,
  WAITING_EXTERNAL,
  FAILED_RETRYABLE,
  FAILED_TERMINAL,
  HELD,
  CANCELED,
  COMPLETED;

  public boolean terminal() {
    return this == FAILED_TERMINAL || this == CANCELED || this == COMPLETED;
  }

  /** A state from which a worker may claim. */
  public boolean claimable() {
    return this == READY || this == FAILED_RETRYABLE;
  }
}
