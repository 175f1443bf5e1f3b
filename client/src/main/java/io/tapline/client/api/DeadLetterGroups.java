package io.tapline.client.api;

import java.util.List;

/**
 * How many dead letters there are, and of which kinds; the largest groups first.
 *
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

  /** Some that have something in common. */
  public record Group(String value, long count) {}
}
