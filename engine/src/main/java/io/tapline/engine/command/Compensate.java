package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Records that a cancelled or failed job was compensated. */
public record Compensate(
    RequestMeta meta, String subjectEuid, StatePrecondition expect, String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.COMPENSATE_SUBJECT;
  }

  public static Compensate read(RequestFields f, RequestMeta meta) {
    return new Compensate(
        meta, f.text("subject_euid"), StatePrecondition.read(f), f.text("reason"));
  }
}
