package io.tapline.client.error;

/** An administrator lets this worker drain, or has disabled it. */
public final class WorkerStoppedException extends ConflictException {

  WorkerStoppedException(Problem problem) {
    super(problem, "ask an administrator to enable the worker, or register another");
  }
}
