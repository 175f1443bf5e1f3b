package io.tapline.engine.read;

/**
 * How a tenant's jobs stand as a whole: what {@code tapline.fn_job_queue_health()} says.
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
