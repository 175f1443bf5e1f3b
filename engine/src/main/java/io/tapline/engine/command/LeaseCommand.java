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

  @Override
  default void check(FieldChecks c) {
    checkHolder(c);
    c.required("subject_euid", subjectEuid(), Limits.KEY);
  }

  /** For verbs that name their subject by its lease alone. */
  default void checkHolder(FieldChecks c) {
    c.required("lease_euid", leaseEuid(), Limits.KEY).text("reason", reason(), Limits.TEXT);
    if (!override()) {
      c.required("worker_euid", workerEuid(), Limits.KEY);
    }
  }
}
