package io.tapline.engine.model;

/** A queue as it stands in the store. */
public record Queue(long uid, String euid, QueuePolicy policy) {

  public String key() {
    return policy.queueKey();
  }
}
