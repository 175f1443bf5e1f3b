package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Ends a job: hard at once, soft by a request to its worker. */
public record Cancel(
    RequestMeta meta, String subjectEuid, StatePrecondition expect, boolean soft, String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CANCEL_SUBJECT_EXECUTION;
  }

  public static Cancel read(RequestFields f, RequestMeta meta) {
    return new Cancel(
        meta,
        f.text("subject_euid"),
        StatePrecondition.read(f),
        f.choice("mode", Mode.class) == Mode.soft,
        f.text("reason"));
  }

  /** The names on the wire. */
  private enum Mode {
    hard,
    soft
  }
}
