package io.tapline.engine.model;

/** A stored queue. */
public record Queue(long uid, String euid, QueuePolicy policy) {

  public String key() {
    return policy.queueKey();
  }

  /**
   * The next action of a job that enters the queue.
   *
   * @param named the action that the request names, or null
   */
  public String actionFor(String named) {
    return named != null ? named : policy.defaultActionKey();
  }
}
