package io.tapline.testkit.engine;

import io.tapline.api.ErrorClass;

/** A {@link Handler} throws it to fail with a certain error class. */
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
