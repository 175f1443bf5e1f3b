package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** The queue takes no more work; its key is free for a successor. */
public record RetireQueue(
    RequestMeta meta, String queueKey, String reason, String replacedBy, Long expectedRevision)
    implements QueueCommand {

  /** Whatever its revision is. */
  public RetireQueue(RequestMeta meta, String queueKey, String reason, String replacedBy) {
    this(meta, queueKey, reason, replacedBy, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_QUEUE;
  }
}
