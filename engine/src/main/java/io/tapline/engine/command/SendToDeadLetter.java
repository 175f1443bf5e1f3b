package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/**
 * An operator ends a job: it fails terminally with a dead letter.
 *
 * @param reasonCode one of the reason codes of dead letters
 * @param stage the stage of the failure; null when it is unknown
 */
public record SendToDeadLetter(
    RequestMeta meta,
    String subjectEuid,
    StatePrecondition expect,
    String reasonCode,
    String stage,
    String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.DEAD_LETTER_SUBJECT;
  }

  public static SendToDeadLetter read(RequestFields f, RequestMeta meta) {
    return new SendToDeadLetter(
        meta,
        f.text("subject_euid"),
        StatePrecondition.read(f),
        f.text("reason_code"),
        f.text("stage"),
        f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("subject_euid", subjectEuid, Limits.KEY)
        .required("reason_code", reasonCode, Limits.NAME)
        .required("reason", reason, Limits.TEXT);
    SharedChecks.deadLetter(c, reasonCode, stage);
  }
}
