package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Evaluates the dependencies of a waiting job. */
public record SettleDependencies(
    RequestMeta meta, String subjectEuid, StatePrecondition expect, String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.SETTLE_DEPENDENCIES;
  }

  public static SettleDependencies read(RequestFields f, RequestMeta meta) {
    return new SettleDependencies(
        meta, f.text("subject_euid"), StatePrecondition.read(f), f.text("reason"));
  }
}
