package io.tapline.client.api;

import java.util.List;

/** How many dead letters there are, and of which kinds; the largest groups first. */
public record DeadLetterGroups(
    long total, List<Group> errors, List<Group> messages, List<Group> queues) {

  /** Some that have something in common. */
  public record Group(String value, long count) {}
}
