package io.tapline.engine.read.job;

import java.util.List;

/**
 * Counts of the jobs of one kind: what the views of backlog, work in progress and open dead letters
 * say.
 *
 * @param kind null for work that is in no queue yet
 */
public record KindHealth(
    String kind,
    long backlog,
    long inProgress,
    long deadLetterOpen,
    long oldestQueuedAgeS,
    long leaseActive) {

  /** The counts of all kinds together. */
  static JobHealth sum(boolean enabled, List<KindHealth> kinds) {
    return new JobHealth(
        enabled,
        kinds.stream().mapToLong(KindHealth::backlog).sum(),
        kinds.stream().mapToLong(KindHealth::inProgress).sum(),
        kinds.stream().mapToLong(KindHealth::deadLetterOpen).sum(),
        kinds.stream().mapToLong(KindHealth::oldestQueuedAgeS).max().orElse(0),
        kinds.stream().mapToLong(KindHealth::leaseActive).sum());
  }
}
