package io.tapline.api.request;

import io.tapline.api.ActionKey;

/** A request about a queue's policy. */
public sealed interface QueueCommand extends Command
    permits CreateQueue, UpdateQueue, RetireQueue, SetCallbackSecret {

  String queueKey();

  @Override
  ActionKey action();

  default String reason() {
    return null;
  }
}
