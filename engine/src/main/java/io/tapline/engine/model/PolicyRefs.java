package io.tapline.engine.model;

import java.util.List;

/**
 * Under which policy an attempt was made: the queue's EUID and the revision that its policy had
 * then, as {@code Z-QE-1A@3}. A queue's first policy goes without saying in the stored record,
 * which every claim writes; it is said again when the record is shown.
 */
public final class PolicyRefs {

  private static final long FIRST = 1;

  private PolicyRefs() {}

  /** As the record keeps them: null under a queue's first policy, and where there is no queue. */
  public static List<String> stored(Queue queue) {
    return queue == null || queue.policy().revision() == FIRST
        ? null
        : List.of(ref(queue.euid(), queue.policy().revision()));
  }

  /** What stands for a record that keeps none. */
  public static List<String> unsaid(String queueEuid) {
    return queueEuid == null ? List.of() : List.of(ref(queueEuid, FIRST));
  }

  private static String ref(String queueEuid, long revision) {
    return queueEuid + "@" + revision;
  }
}
