package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Finished work that is past its queue's retention is put away. */
public record Clean(RequestMeta meta, String subjectEuid, StatePrecondition expect, String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CLEAN_SUBJECT;
  }
}
