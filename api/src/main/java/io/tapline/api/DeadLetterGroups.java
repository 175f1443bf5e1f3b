package io.tapline.api;

import java.util.List;

/**
 * How many dead letters there are, and of which kinds: the largest groups first. Each list leaves
 * its own filter aside, so that the other groups are still there to choose from.
 *
 * @param total all that pass the filter
 * @param errors by error class, or by reason where there is none
 * @param messages by the beginning of what the error said
 * @param queues by the queue that they failed in; null for none
 * @param anyError how many there are of all errors, listed here or not; so for messages and queues
 */
public record DeadLetterGroups(
    long total,
    List<Group> errors,
    List<Group> messages,
    List<Group> queues,
    long anyError,
    long anyMessage,
    long anyQueue) {

  /** At most so many groups of each kind are listed. */
  public static final int MOST = 50;

  /** Some that have something in common. */
  public record Group(String value, long count) {}
}
