package io.tapline.client.error;

/** The caller does not hold the lease: it lapsed, was ended, or belongs to another worker. */
public final class LeaseLostException extends TaplineException {

  LeaseLostException(Problem problem) {
    super(problem, "stop working on it, since another worker may have it");
  }
}
