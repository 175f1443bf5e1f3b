package io.tapline.client.api;

/** The nine states of work. What a newer server may add reads as null. */
public enum ExecutionState {
  PENDING,
  READY,
  RUNNING,
  WAITING_EXTERNAL,
  FAILED_RETRYABLE,
  FAILED_TERMINAL,
  HELD,
  CANCELED,
  COMPLETED
}
