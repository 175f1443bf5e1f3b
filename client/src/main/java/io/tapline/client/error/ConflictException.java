package io.tapline.client.error;

/** The request is valid, but the present state does not allow it. */
public class ConflictException extends TaplineException {

  ConflictException(Problem problem) {
    this(problem, "read the current state and decide again");
  }

  ConflictException(Problem problem, String advice) {
    super(problem, advice);
  }
}
