package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;

/** Settles a lapsed lease, or ends a live one by order of an administrator. */
@WireField.CheckOrder
public record ExpireLease(
    RequestMeta meta,
    StatePrecondition expect,
    @WireField(required = true, length = Limits.KEY, about = "the lease") String leaseEuid,
    @CommonFields.Reason String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.EXPIRE_QUEUE_LEASE;
  }

  @Override
  public String subjectEuid() {
    return null;
  }
}
