package io.tapline.client.api;

import java.time.Instant;

/** Cached hints about the queue of a job; not authoritative. */
public record QueueCache(String currentQueueKey, Instant computedAt, Boolean delayed) {}
