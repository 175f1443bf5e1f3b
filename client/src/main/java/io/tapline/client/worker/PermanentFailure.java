package io.tapline.client.worker;

import io.tapline.api.ErrorClass;

/** A failure that no retry can mend: the job becomes a dead letter. */
public final class PermanentFailure extends JobException {

  public PermanentFailure(String code, String message) {
    this(code, message, null);
  }

  public PermanentFailure(String code, String message, Throwable cause) {
    super(ErrorClass.PERMANENT_INPUT, code, message, cause);
  }
}
