package io.tapline.client.error;

/** The lease is no longer the caller's: it lapsed, was ended, or is another's. */
public final class LeaseLostException extends TaplineException {

  LeaseLostException(Problem problem) {
    super(problem, "stop working on it, since another worker may have it");
  }
}
