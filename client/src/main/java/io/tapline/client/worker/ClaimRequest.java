package io.tapline.client.worker;

import java.time.Duration;

/**
 * A wish for work.
 *
 * @param queueKey null: any queue that the worker can serve
 * @param patience how long to wait for work rather than hear that there is none
 * @param idempotencyKey the same until an answer has come, so that no work is lost with an answer
 */
public record ClaimRequest(
    String workerEuid, String queueKey, int maxItems, Duration patience, String idempotencyKey) {}
