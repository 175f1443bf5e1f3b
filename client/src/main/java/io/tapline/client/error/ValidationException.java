package io.tapline.client.error;

/** The request is invalid; {@link #field()} names the first wrong field, {@link #errors()} all. */
public final class ValidationException extends TaplineException {

  ValidationException(Problem problem) {
    super(problem, "correct the request and send it again");
  }
}
