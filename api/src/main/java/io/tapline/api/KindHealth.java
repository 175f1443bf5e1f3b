package io.tapline.api;

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
    long leaseActive) {}
