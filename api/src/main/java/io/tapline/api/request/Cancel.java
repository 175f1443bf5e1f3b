package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.WireField;

/** Ends a job: hard at once, soft by a request to its worker. */
@RecordBuilder
public record Cancel(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    StatePrecondition expect,
    @WireField(
            name = "mode",
            flagWords = {"hard", "soft"},
            about = "absent: hard")
        boolean soft,
    @CommonFields.Reason String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CANCEL_SUBJECT_EXECUTION;
  }
}
