package io.tapline.api.request;

import io.tapline.api.ActionKey;

/** Evaluates the dependencies of a waiting job. */
public record SettleDependencies(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    StatePrecondition expect,
    @CommonFields.Reason String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.SETTLE_DEPENDENCIES;
  }
}
