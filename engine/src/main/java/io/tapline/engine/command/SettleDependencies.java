package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** A job that waits for others is looked at: perhaps they have ended. */
public record SettleDependencies(
    RequestMeta meta, String subjectEuid, StatePrecondition expect, String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.SETTLE_DEPENDENCIES;
  }
}
