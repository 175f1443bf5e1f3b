package io.tapline.client.error;

/** The named object does not exist for this caller. */
public final class NotFoundException extends TaplineException {

  NotFoundException(Problem problem) {
    super(problem, "check the name and the tenant of the token");
  }
}
