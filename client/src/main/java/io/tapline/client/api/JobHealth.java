package io.tapline.client.api;

/**
 * How a tenant's jobs stand as a whole.
 *
 * @param oldestQueuedAgeS how many seconds the oldest of those that wait has waited
 */
public record JobHealth(
    long backlog, long inProgress, long deadLetterOpen, long oldestQueuedAgeS, long leaseActive) {}
