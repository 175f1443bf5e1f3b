package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** The worker begins. */
public record Start(
    Meta meta, String subjectEuid, String workerEuid, String leaseEuid, Expect expect)
    implements LeaseCommand {
  @Override
  public ActionKey action() {
    return ActionKey.START_QUEUE_EXECUTION;
  }
}
