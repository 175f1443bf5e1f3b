package io.tapline.client.error;

/** The caller is authenticated, but lacks the permission. */
public final class ForbiddenException extends TaplineException {

  ForbiddenException(Problem problem) {
    super(problem, "use a token with a permitted role");
  }
}
