package io.tapline.engine.command;

/** A request of an operator, an administrator or the sweeper. */
public sealed interface OperatorCommand extends SubjectCommand
    permits Compensate,
        PlaceHold,
        ReleaseHold,
        Requeue,
        Cancel,
        ExpireLease,
        ResolveDeadLetter,
        ExternalResult,
        FailOverdue,
        SendToDeadLetter,
        SettleDependencies,
        Clean {

  String reason();

  @Override
  default void check(FieldChecks c) {
    c.required("subject_euid", subjectEuid(), Limits.KEY).required("reason", reason(), Limits.TEXT);
  }
}
