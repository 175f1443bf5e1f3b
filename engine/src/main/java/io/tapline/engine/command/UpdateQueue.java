package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** A change of policy: only the fields that are named. */
public record UpdateQueue(
    RequestMeta meta, String queueKey, Long expectedRevision, QueueFields fields, String reason)
    implements QueueCommand {
  @Override
  public ActionKey action() {
    return ActionKey.UPDATE_QUEUE;
  }
}
