package io.tapline.api;

/**
 * The nine authored states of a subject. Everything else that is said about a subject is derived.
 */
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
