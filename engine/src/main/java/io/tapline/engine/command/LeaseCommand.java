package io.tapline.engine.command;

/** A verb of the worker that holds the lease. */
public sealed interface LeaseCommand extends SubjectCommand
    permits Start, Complete, Fail, Release, Renew, ReportProgress, Dispatch {

  String workerEuid();

  String leaseEuid();

  /** An administrator acting on another's lease, with a reason. */
  default boolean override() {
    return false;
  }

  default String reason() {
    return null;
  }
}
