package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** The worker gives the subject back; it costs no attempt. */
public record Release(
    Meta meta, String workerEuid, String leaseEuid, Expect expect, boolean override, String reason)
    implements LeaseCommand {
  @Override
  public ActionKey action() {
    return ActionKey.RELEASE_QUEUE_LEASE;
  }

  @Override
  public String subjectEuid() {
    return null;
  }
}
