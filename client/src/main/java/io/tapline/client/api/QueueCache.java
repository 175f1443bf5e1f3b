package io.tapline.client.api;

import java.time.Instant;

/** Hints about the queue that a subject is in; never the truth. */
public record QueueCache(String currentQueueKey, Instant computedAt, Boolean delayed) {}
