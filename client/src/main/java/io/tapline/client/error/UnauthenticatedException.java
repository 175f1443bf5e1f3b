package io.tapline.client.error;

/** The request has no valid credential. */
public final class UnauthenticatedException extends TaplineException {

  UnauthenticatedException(Problem problem) {
    super(problem, "give a valid token (TAPLINE_TOKEN, or token(...) of the client)");
  }
}
