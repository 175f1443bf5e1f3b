package io.tapline.client.error;

/** Too many calls with wrong credentials came from here. */
public final class RateLimitedException extends TaplineException {

  RateLimitedException(Problem problem) {
    super(problem, "wait a little, then call with the right token");
  }

  @Override
  public boolean passing() {
    return true;
  }
}
