package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** A job that waits for others is looked at: perhaps they have ended. */
public record SettleDependencies(Meta meta, String subjectEuid, Expect expect, String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.SETTLE_DEPENDENCIES;
  }
}
