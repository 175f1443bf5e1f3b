package io.tapline.api.request;

import io.tapline.api.WireField;

/** A request of an operator, an administrator or the sweeper. */
@WireField.CheckOrder(first = {"subject_euid", "reason"})
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
}
