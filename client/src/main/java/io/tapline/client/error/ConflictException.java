package io.tapline.client.error;

/** The request is valid, but the present state does not allow it. */
public class ConflictException extends TaplineException {

  ConflictException(Problem problem) {
    this(problem, "look at its present state and decide anew");
  }

  ConflictException(Problem problem, String advice) {
    super(problem, advice);
  }
}
