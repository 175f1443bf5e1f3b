package io.tapline.api.request;

import io.tapline.api.WireField;

/** A request of the worker that holds the lease. */
@WireField.CheckOrder(first = {"lease_euid", "reason", "worker_euid", "subject_euid"})
public sealed interface LeaseCommand extends SubjectCommand
    permits Start, Complete, Fail, Release, Renew, ReportProgress, Dispatch {

  String workerEuid();

  String leaseEuid();

  /** Whether an administrator acts on the lease of another, with a reason. */
  default boolean override() {
    return false;
  }

  default String reason() {
    return null;
  }
}
