package io.tapline.engine.command;

/** A request of the worker that holds the lease. */
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

  @Override
  default void check(FieldChecks c) {
    checkHolder(c);
    c.required("subject_euid", subjectEuid(), Limits.KEY);
  }

  /** Checks for requests that name their job only by its lease. */
  default void checkHolder(FieldChecks c) {
    c.required("lease_euid", leaseEuid(), Limits.KEY).text("reason", reason(), Limits.TEXT);
    if (!override()) {
      c.required("worker_euid", workerEuid(), Limits.KEY);
    }
  }
}
