package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** End it: hard at once, soft by asking the worker first. */
public record Cancel(
    RequestMeta meta, String subjectEuid, StatePrecondition expect, boolean soft, String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CANCEL_SUBJECT_EXECUTION;
  }
}
