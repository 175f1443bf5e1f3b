package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** The worker is still at it. */
public record Renew(Meta meta, String workerEuid, String leaseEuid, Expect expect)
    implements LeaseCommand {
  @Override
  public ActionKey action() {
    return ActionKey.RENEW_QUEUE_LEASE;
  }

  @Override
  public String subjectEuid() {
    return null;
  }
}
