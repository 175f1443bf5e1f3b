package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.DeadLetterReason;
import io.tapline.api.Limits;
import io.tapline.api.WireField;

/**
 * An operator ends a job: it fails terminally with a dead letter.
 *
 * @param reasonCode one of the reason codes of dead letters
 * @param stage the stage of the failure; null when it is unknown
 */
@WireField.CheckOrder(first = {"subject_euid", "reason_code", "reason"})
public record SendToDeadLetter(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    StatePrecondition expect,
    @WireField(
            required = true,
            length = Limits.NAME,
            words = DeadLetterReason.ReasonCode.class,
            about = "the reason code, for filters")
        String reasonCode,
    @WireField(
            words = DeadLetterReason.Stage.class,
            about = "the stage of the failure; default: exec")
        String stage,
    @CommonFields.Reason String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.DEAD_LETTER_SUBJECT;
  }
}
