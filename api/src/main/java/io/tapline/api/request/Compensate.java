package io.tapline.api.request;

import io.tapline.api.ActionKey;

/** Records that a cancelled or failed job was compensated. */
public record Compensate(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    StatePrecondition expect,
    @CommonFields.Reason String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.COMPENSATE_SUBJECT;
  }
}
