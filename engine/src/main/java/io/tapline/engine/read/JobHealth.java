package io.tapline.engine.read;

/** How a tenant's jobs stand as a whole: what {@code tapline.fn_job_queue_health()} says. */
public record JobHealth(
    long backlog, long inProgress, long deadLetterOpen, long oldestQueuedAgeS, long leaseActive) {}
