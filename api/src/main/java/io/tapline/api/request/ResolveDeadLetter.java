package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.ResolutionState;
import io.tapline.api.WireField;

/** Closes a dead letter without a change of its job. */
@WireField.CheckOrder(first = {"dead_letter_euid", "reason"})
public record ResolveDeadLetter(
    RequestMeta meta,
    StatePrecondition expect,
    @WireField(required = true, length = Limits.KEY, about = "the dead letter")
        String deadLetterEuid,
    @WireField(
            required = true,
            documented = {"IGNORED", "CANCELED"},
            otherwise = "must be IGNORED or CANCELED; a requeue sets REQUEUED",
            about = "a requeue sets REQUEUED")
        ResolutionState resolutionState,
    @CommonFields.Reason String reason)
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
