package io.tapline.client.api;

/**
 * Counts of all jobs of a tenant.
 *
 * @param enabled whether new work is taken: the kill switch
 * @param oldestQueuedAgeS how many seconds the oldest of those that wait has waited
 */
public record JobHealth(
    boolean enabled,
    long backlog,
    long inProgress,
    long deadLetterOpen,
    long oldestQueuedAgeS,
    long leaseActive) {}
