package io.tapline.engine.testkit;

import io.tapline.api.ErrorClass;

/** Thrown by a {@link Handler} that wants its failure to be of a certain class. */
public final class WorkFailed extends Exception {

  private final ErrorClass errorClass;

  public WorkFailed(ErrorClass errorClass, String message) {
    super(message);
    this.errorClass = errorClass;
  }

  public ErrorClass errorClass() {
    return errorClass;
  }
}
