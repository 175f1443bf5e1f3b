package io.tapline.client.worker;

/** The reason why a handler should stop, in ascending order of precedence. */
public enum Cancellation {
  /** The worker is stopping: finish within the grace time, or stop. */
  SHUTDOWN,
  /** An operator requested it: stop if the handler can do so cleanly. */
  CANCEL_REQUESTED,
  /** The worker has lost the lease: the result of the handler is not reported. */
  LEASE_LOST
}
