package io.tapline.client.worker;

import io.tapline.api.ErrorClass;

/** A failure with an explicit error class. */
public sealed class JobException extends RuntimeException permits PermanentFailure {

  private final ErrorClass errorClass;
  private final String code;

  public JobException(ErrorClass errorClass, String code, String message) {
    this(errorClass, code, message, null);
  }

  public JobException(ErrorClass errorClass, String code, String message, Throwable cause) {
    super(message, cause);
    this.errorClass = errorClass;
    this.code = code;
  }

  public ErrorClass errorClass() {
    return errorClass;
  }

  public String code() {
    return code;
  }
}
