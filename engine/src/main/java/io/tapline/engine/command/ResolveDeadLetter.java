package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ResolutionState;

/** Close a dead letter without touching its subject. */
public record ResolveDeadLetter(
    RequestMeta meta,
    StatePrecondition expect,
    String deadLetterEuid,
    ResolutionState resolutionState,
    String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.RESOLVE_DEAD_LETTER;
  }

  @Override
  public String subjectEuid() {
    return null;
  }
}
