package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Archives a finished job after the retention time of its queue. */
public record Clean(RequestMeta meta, String subjectEuid, StatePrecondition expect, String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CLEAN_SUBJECT;
  }

  public static Clean read(RequestFields f, RequestMeta meta) {
    return new Clean(meta, f.text("subject_euid"), StatePrecondition.read(f), f.text("reason"));
  }
}
