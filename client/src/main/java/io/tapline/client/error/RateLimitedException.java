package io.tapline.client.error;

/** This client's address sent too many calls with wrong credentials. */
public final class RateLimitedException extends TaplineException {

  RateLimitedException(Problem problem) {
    super(problem, "wait a little, then call with the right token");
  }

  @Override
  public boolean passing() {
    return true;
  }
}
