package io.tapline.api;

/**
 * Counts of all jobs of a tenant, from {@code tapline.fn_job_queue_health()}.
 *
 * @param enabled the kill switch: whether new jobs are accepted
 */
public record JobHealth(
    boolean enabled,
    long backlog,
    long inProgress,
    long deadLetterOpen,
    long oldestQueuedAgeS,
    long leaseActive) {}
