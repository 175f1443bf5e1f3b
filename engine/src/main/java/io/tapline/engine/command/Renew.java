package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** The worker extends its lease. */
public record Renew(
    RequestMeta meta, String workerEuid, String leaseEuid, StatePrecondition expect, String reason)
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

  public static Renew read(RequestFields f, RequestMeta meta) {
    f.text("subject_euid");
    return new Renew(
        meta,
        f.text("worker_euid"),
        f.text("lease_euid"),
        StatePrecondition.read(f),
        f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    checkHolder(c);
  }
}
