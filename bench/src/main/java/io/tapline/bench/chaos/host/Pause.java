package io.tapline.bench.chaos.host;

/** Time that passes between one fault and the next. */
public final class Pause {

  private Pause() {}

  public static void millis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
