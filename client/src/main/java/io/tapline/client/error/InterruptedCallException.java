package io.tapline.client.error;

/**
 * The calling thread was interrupted, or the client was closed, during the call; the outcome is
 * unknown. After an interruption the thread's interrupt flag is set.
 */
public final class InterruptedCallException extends TaplineException {

  public InterruptedCallException(Throwable cause) {
    super(
        new Problem("INTERRUPTED", 0, "the call was interrupted before its answer arrived", null),
        "send it again with the same idempotency key to get its answer",
        cause);
  }
}
