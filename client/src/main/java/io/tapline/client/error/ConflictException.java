package io.tapline.client.error;

/** The request is sound, but things are not in a state that allows it. */
public class ConflictException extends TaplineException {

  ConflictException(Problem problem) {
    this(problem, "look at its present state and decide anew");
  }

  ConflictException(Problem problem, String advice) {
    super(problem, advice);
  }
}
