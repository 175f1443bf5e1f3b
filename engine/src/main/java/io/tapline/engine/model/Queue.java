package io.tapline.engine.model;

import java.util.List;

/** A stored queue. */
public record Queue(long uid, String euid, QueuePolicy policy) {

  private static final long FIRST_REVISION = 1;

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

  /**
   * The policy that an attempt runs under, as EUID and policy revision: {@code Z-QE-1A@3}. Null
   * without a queue, and for the first revision: every claim writes a record, so the first revision
   * is omitted in storage and added when the record is read.
   */
  public static List<String> storedPolicyRefs(Queue queue) {
    return queue == null || queue.policy.revision() == FIRST_REVISION
        ? null
        : List.of(queue.euid + "@" + queue.policy.revision());
  }

  /** The reference for a record that stores none. */
  public static List<String> impliedPolicyRefs(String queueEuid) {
    return queueEuid == null ? List.of() : List.of(queueEuid + "@" + FIRST_REVISION);
  }
}
