package io.tapline.api.request;

import io.tapline.api.ActionKey;

/** Archives a finished job after the retention time of its queue. */
public record Clean(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    StatePrecondition expect,
    @CommonFields.Reason String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CLEAN_SUBJECT;
  }
}
