package io.tapline.postgres;

/** A failure of the embedded server; the message is one sentence with the cause and the remedy. */
public final class EmbeddedServerException extends RuntimeException {

  EmbeddedServerException(String message) {
    super(message);
  }

  EmbeddedServerException(String message, Throwable cause) {
    super(message, cause);
  }
}
