package io.tapline.engine.pipeline;

/**
 * The callers that a shared transaction has just answered. Most of them ask again at once, and the
 * next transaction is worth a short wait for them: what it costs beside its rows is then spread
 * over all of them. It is never long, and there is none on a system that is idle: no wait after a
 * transaction of one request, none when as much time as that transaction took has passed since.
 */
class ReturningCallers {

  /** A quarter of a transaction at the most: what is lost when nobody comes. */
  private static final int SHARE = 4;

  /** However long it took. */
  private static final long MOST_NANOS = 2_000_000;

  private int expected;
  private long took;
  private long ended;

  /** A transaction has ended that answered so many. */
  void answered(int callers, long nanos, long now) {
    expected = callers;
    took = nanos;
    ended = now;
  }

  /** How many would be in the next transaction if all of them asked again. */
  int expected() {
    return expected;
  }

  /** For how long the next transaction is to wait for them, if it begins now. */
  long patience(long now) {
    long since = now - ended;
    return expected < 2 || since >= took ? 0 : Math.min(took / SHARE, MOST_NANOS);
  }
}
