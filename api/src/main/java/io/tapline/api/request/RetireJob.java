package io.tapline.api.request;

import io.tapline.api.ActionKey;

/** Withdraws a registered job that has neither a worker nor a pending task. */
public record RetireJob(
    RequestMeta meta, @CommonFields.QueueKey String queueKey, @CommonFields.Reason String reason)
    implements JobCommand {

  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_JOB;
  }
}
