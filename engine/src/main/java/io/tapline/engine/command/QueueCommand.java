package io.tapline.engine.command;

/** A request about a queue's policy. */
public sealed interface QueueCommand extends Command permits CreateQueue, UpdateQueue, RetireQueue {

  String queueKey();

  default String reason() {
    return null;
  }
}
