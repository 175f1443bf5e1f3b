package io.tapline.client.worker;

/** Thrown by {@link Job#throwIfCancelled()} to end a handler. */
public final class CancelledException extends RuntimeException {

  private final Cancellation cancellation;

  CancelledException(Cancellation cancellation) {
    super("stopped: " + cancellation);
    this.cancellation = cancellation;
  }

  public Cancellation cancellation() {
    return cancellation;
  }
}
