package io.tapline.api;

/**
 * Counts of the jobs of one kind, from the views of backlog, jobs in progress and open dead
 * letters.
 *
 * @param kind null for jobs without a queue
 */
public record KindHealth(
    String kind,
    long backlog,
    long inProgress,
    long deadLetterOpen,
    long oldestQueuedAgeS,
    long leaseActive) {}
