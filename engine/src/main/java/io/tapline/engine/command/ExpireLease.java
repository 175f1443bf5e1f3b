package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Settle a lapsed lease, or, by an administrator, end a live one. */
public record ExpireLease(
    RequestMeta meta, StatePrecondition expect, String leaseEuid, String reason)
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
