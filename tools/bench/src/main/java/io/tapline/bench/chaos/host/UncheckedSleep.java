package io.tapline.bench.chaos.host;

/** Pauses between two faults or two calls; an interrupt ends the run. */
public final class UncheckedSleep {

  private UncheckedSleep() {}

  public static void millis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
