package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Lift one hold; the last one lets the subject go on. */
public record ReleaseHold(Meta meta, Expect expect, String holdEuid, String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.RELEASE_EXECUTION_HOLD;
  }

  @Override
  public String subjectEuid() {
    return null;
  }
}
