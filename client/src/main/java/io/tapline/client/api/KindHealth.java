package io.tapline.client.api;

/**
 * Counts of the jobs of one kind.
 *
 * @param kind null for work that is in no queue yet
 * @param oldestQueuedAgeS how many seconds the oldest of those that wait has waited
 */
public record KindHealth(
    String kind,
    long backlog,
    long inProgress,
    long deadLetterOpen,
    long oldestQueuedAgeS,
    long leaseActive) {}
