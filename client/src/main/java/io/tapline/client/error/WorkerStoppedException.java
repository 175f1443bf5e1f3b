package io.tapline.client.error;

/** An administrator drains or has disabled this worker. */
public final class WorkerStoppedException extends ConflictException {

  WorkerStoppedException(Problem problem) {
    super(problem, "ask an administrator to enable the worker, or register another");
  }
}
