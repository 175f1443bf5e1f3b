package io.tapline.postgres;

/**
 * The embedded server cannot do what was asked; the message is one sentence that says why and what
 * to do.
 */
public final class EmbeddedServerException extends RuntimeException {

  EmbeddedServerException(String message) {
    super(message);
  }

  EmbeddedServerException(String message, Throwable cause) {
    super(message, cause);
  }
}
