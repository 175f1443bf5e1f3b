package io.tapline.api;

import java.util.List;

/**
 * Counts of dead letters by error, message and queue, largest groups first. Each list ignores the
 * filter on its own field, so that the other groups can still be chosen.
 *
 * @param total number of dead letters that match the whole filter
 * @param errors by error class, or by reason code without an error class
 * @param messages by the beginning of the error message
 * @param queues by the queue in which the job failed; null for none
 * @param anyError total over all errors, including unlisted groups; {@code anyMessage} and {@code
 *     anyQueue} likewise
 */
public record DeadLetterGroups(
    long total,
    List<Group> errors,
    List<Group> messages,
    List<Group> queues,
    long anyError,
    long anyMessage,
    long anyQueue) {

  /** Maximum number of groups in each list. */
  public static final int MOST = 50;

  /** Dead letters with a common value. */
  public record Group(String value, long count) {}
}
