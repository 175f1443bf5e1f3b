package io.tapline.engine.model;

import java.util.List;

/**
 * The policy that an attempt ran under: EUID and policy revision of the queue, as {@code
 * Z-QE-1A@3}. Every claim writes a record, so the first revision is omitted in storage and added
 * when the record is read.
 */
public final class PolicyRefs {

  private static final long FIRST = 1;

  private PolicyRefs() {}

  /** The stored form: null for the first policy revision, and when there is no queue. */
  public static List<String> stored(Queue queue) {
    return queue == null || queue.policy().revision() == FIRST
        ? null
        : List.of(ref(queue.euid(), queue.policy().revision()));
  }

  /** The reference for a record that stores none. */
  public static List<String> implied(String queueEuid) {
    return queueEuid == null ? List.of() : List.of(ref(queueEuid, FIRST));
  }

  private static String ref(String queueEuid, long revision) {
    return queueEuid + "@" + revision;
  }
}
