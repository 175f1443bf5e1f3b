package io.tapline.client.error;

/**
 * The request itself is wrong; {@link #field()} names what to mend, where one field is to blame.
 */
public final class ValidationException extends TaplineException {

  ValidationException(Problem problem) {
    super(problem, "mend the request and send it again");
  }
}
