package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** The worker starts its job; or an administrator records the start, with a reason. */
public record Start(
    RequestMeta meta,
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    StatePrecondition expect,
    boolean override,
    String reason)
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

  public static Start read(RequestFields f, RequestMeta meta) {
    return new Start(
        meta,
        f.text("subject_euid"),
        f.text("worker_euid"),
        f.text("lease_euid"),
        StatePrecondition.read(f));
  }
}
