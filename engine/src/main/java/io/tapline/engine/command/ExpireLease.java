package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Settles a lapsed lease, or ends a live one by order of an administrator. */
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

  public static ExpireLease read(RequestFields f, RequestMeta meta) {
    return new ExpireLease(meta, StatePrecondition.read(f), f.text("lease_euid"), f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("lease_euid", leaseEuid, Limits.KEY).required("reason", reason, Limits.TEXT);
  }
}
