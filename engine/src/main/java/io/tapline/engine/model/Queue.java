package io.tapline.engine.model;

/** A queue as it stands in the store. */
public record Queue(long uid, String euid, QueuePolicy policy) {

  public String key() {
    return policy.queueKey();
  }

  /**
   * The next action of work that arrives here.
   *
   * @param named by the request; null for none
   */
  public String actionFor(String named) {
    return named != null ? named : policy.defaultActionKey();
  }
}
