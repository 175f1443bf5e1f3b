package io.tapline.api;

/**
 * Counts of all jobs of a tenant: what {@code tapline.fn_job_queue_health()} says.
 *
 * @param enabled whether new work is taken: the kill switch
 */
public record JobHealth(
    boolean enabled,
    long backlog,
    long inProgress,
    long deadLetterOpen,
    long oldestQueuedAgeS,
    long leaseActive) {}
