package io.tapline.client.worker;

/**
 * The properties of a job do not match the type of its handler, or a result has no JSON form. The
 * message begins with the path of the value. The attempt is retried, because a newer or older
 * version of the worker may accept the value.
 */
public final class PayloadException extends RuntimeException {

  public PayloadException(String message, Throwable cause) {
    super(message, cause);
  }
}
