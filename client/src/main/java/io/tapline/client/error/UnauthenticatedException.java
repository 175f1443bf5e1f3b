package io.tapline.client.error;

/** The server does not know who is calling. */
public final class UnauthenticatedException extends TaplineException {

  UnauthenticatedException(Problem problem) {
    super(problem, "give a valid token (TAPLINE_TOKEN, or token(...) of the client)");
  }
}
