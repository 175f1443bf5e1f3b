package io.tapline.engine.pipeline;

/**
 * The callers that a shared transaction has just answered. Most of them send another request at
 * once, and a short wait for them spreads the fixed cost of the next transaction over all of them.
 * The wait is bounded, and there is none on an idle system: none after a transaction of one
 * request, and none when as much time as that transaction took has passed since.
 */
class ReturningCallers {

  /**
   * The wait is at most this part of a transaction's duration, which is lost when no caller
   * returns.
   */
  private static final int SHARE = 4;

  /** Limit for long transactions. */
  private static final long MOST_NANOS = 2_000_000;

  private int expected;
  private long took;
  private long ended;

  /** A transaction has ended that answered this number of callers. */
  void answered(int callers, long nanos, long now) {
    expected = callers;
    took = nanos;
    ended = now;
  }

  /** The number of requests in the next transaction if all of the callers return. */
  int expected() {
    return expected;
  }

  /** The time that the next transaction waits for them if it begins now. */
  long patience(long now) {
    long since = now - ended;
    return expected < 2 || since >= took ? 0 : Math.min(took / SHARE, MOST_NANOS);
  }
}
