package io.tapline.client.api;

import java.time.Instant;

/**
 * What stays said of finished work once its evidence is gone.
 *
 * @param queueKey the queue that it ended in
 * @param resultRef where its result is, if it came with a reference
 * @param finishedAt when it ended, not when it was put away
 */
public record FinishedSummary(
    String queueKey,
    String lastError,
    String resultRef,
    Instant startedAt,
    String enqueuedBy,
    Instant finishedAt,
    Instant lastErrorAt) {}
