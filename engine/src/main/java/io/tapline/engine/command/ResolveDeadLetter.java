package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ResolutionState;

/** Closes a dead letter without a change of its job. */
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

  public static ResolveDeadLetter read(RequestFields f, RequestMeta meta) {
    return new ResolveDeadLetter(
        meta,
        StatePrecondition.read(f),
        f.text("dead_letter_euid"),
        f.choice("resolution_state", ResolutionState.class),
        f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("dead_letter_euid", deadLetterEuid, Limits.KEY)
        .required("reason", reason, Limits.TEXT)
        .that(
            resolutionState == ResolutionState.IGNORED
                || resolutionState == ResolutionState.CANCELED,
            "resolution_state",
            "is IGNORED or CANCELED; a requeue sets REQUEUED by itself");
  }
}
