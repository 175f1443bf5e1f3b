package io.tapline.client.error;

import java.net.URI;

/** Something answered that is not Tapline: most often the URL is another service's. */
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
