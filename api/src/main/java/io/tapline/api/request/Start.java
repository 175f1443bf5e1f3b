package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;

/** The worker starts its job; or an administrator records the start, with a reason. */
@RecordBuilder
public record Start(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    @CommonFields.Worker String workerEuid,
    @CommonFields.Lease String leaseEuid,
    StatePrecondition expect,
    @WireField(internal = true, about = "set by the server") boolean override,
    @WireField(internal = true, length = Limits.TEXT, about = "set by the server") String reason)
    implements LeaseCommand {

  public Start(
      RequestMeta meta,
      String subjectEuid,
      String workerEuid,
      String leaseEuid,
      StatePrecondition expect) {
    this(meta, subjectEuid, workerEuid, leaseEuid, expect, false, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.START_QUEUE_EXECUTION;
  }
}
