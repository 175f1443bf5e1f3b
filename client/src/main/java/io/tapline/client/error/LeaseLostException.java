package io.tapline.client.error;

/** The caller does not hold the lease: it lapsed, was ended, or belongs to another worker. */
public final class LeaseLostException extends TaplineException {

  LeaseLostException(Problem problem) {
    super(problem, "stop the execution, because another worker may have the job");
  }
}
