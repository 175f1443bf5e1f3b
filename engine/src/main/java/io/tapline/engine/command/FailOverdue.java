package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Fails a job whose deadline has passed, even under a live lease. */
public record FailOverdue(
    RequestMeta meta, String subjectEuid, StatePrecondition expect, String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.FAIL_OVERDUE_SUBJECT;
  }

  public static FailOverdue read(RequestFields f, RequestMeta meta) {
    return new FailOverdue(
        meta, f.text("subject_euid"), StatePrecondition.read(f), f.text("reason"));
  }
}
