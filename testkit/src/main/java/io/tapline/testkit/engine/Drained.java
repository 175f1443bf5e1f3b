package io.tapline.testkit.engine;

/** The number of attempts by result. */
public record Drained(int completed, int failed) {

  static final Drained NOTHING = new Drained(0, 0);

  Drained plus(Drained more) {
    return new Drained(completed + more.completed, failed + more.failed);
  }

  public int attempts() {
    return completed + failed;
  }
}
