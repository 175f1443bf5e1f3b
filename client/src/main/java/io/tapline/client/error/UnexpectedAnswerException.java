package io.tapline.client.error;

import java.net.URI;

/** The answer is not from Tapline; the URL probably belongs to another service. */
public final class UnexpectedAnswerException extends TaplineException {

  public UnexpectedAnswerException(URI asked, int status, String type) {
    super(
        new Problem(
            "UNEXPECTED_ANSWER",
            status,
            asked + " answered " + status + (type.isEmpty() ? "" : " with " + type),
            null),
        "check that the URL is that of a Tapline server");
  }
}
