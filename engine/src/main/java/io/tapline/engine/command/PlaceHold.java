package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Stop the line for one subject. */
public record PlaceHold(
    Meta meta, String subjectEuid, Expect expect, String queueKey, String holdCode, String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.PLACE_EXECUTION_HOLD;
  }
}
