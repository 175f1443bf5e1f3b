package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** A new queue; fields left out take their defaults. */
public record CreateQueue(RequestMeta meta, String queueKey, QueueFields fields)
    implements QueueCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CREATE_QUEUE;
  }
}
