package io.tapline.client.worker;

/** Why a handler is asked to stop; what comes later in this list weighs more. */
public enum Cancellation {
  /** The worker is stopping: finish within the grace time, or stop. */
  SHUTDOWN,
  /** An operator asks for it: stop if that can be done cleanly. */
  CANCEL_REQUESTED,
  /** The work is no longer this worker's: whatever comes of it will not be reported. */
  LEASE_LOST
}
