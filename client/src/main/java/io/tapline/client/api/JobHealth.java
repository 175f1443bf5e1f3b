package io.tapline.client.api;

/**
 * How a tenant's jobs stand as a whole.
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
