package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;

/** The worker extends its lease. */
@WireField.Ignored(
    name = "subject_euid",
    length = Limits.KEY,
    about = "accepted and ignored; the lease determines it")
@RecordBuilder
public record Renew(
    RequestMeta meta,
    @CommonFields.Worker String workerEuid,
    @CommonFields.Lease String leaseEuid,
    StatePrecondition expect,
    @CommonFields.OptionalReason String reason)
    implements LeaseCommand {

  public Renew(RequestMeta meta, String workerEuid, String leaseEuid, StatePrecondition expect) {
    this(meta, workerEuid, leaseEuid, expect, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.RENEW_QUEUE_LEASE;
  }

  @Override
  public String subjectEuid() {
    return null;
  }
}
