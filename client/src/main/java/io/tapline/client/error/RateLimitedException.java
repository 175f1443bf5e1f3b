package io.tapline.client.error;

/** This client's address sent too many calls with wrong credentials. */
public final class RateLimitedException extends TaplineException {

  RateLimitedException(Problem problem) {
    super(problem, "wait, then call with a valid token");
  }

  @Override
  public boolean passing() {
    return true;
  }
}
