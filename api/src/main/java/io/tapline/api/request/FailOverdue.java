package io.tapline.api.request;

import io.tapline.api.ActionKey;

/** Fails a job whose deadline has passed, even under a live lease. */
public record FailOverdue(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    StatePrecondition expect,
    @CommonFields.Reason String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.FAIL_OVERDUE_SUBJECT;
  }
}
