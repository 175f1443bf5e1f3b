package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/**
 * An operator gives work up that has not ended: it fails for good, with a dead letter.
 *
 * @param reasonCode one of the dead letters' reason codes
 * @param stage where it went wrong; null when nobody can say
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
}
