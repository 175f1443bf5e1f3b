package io.tapline.client.worker;

import java.time.Duration;

/**
 * A request for jobs.
 *
 * @param queueKey null: any queue that the worker can serve
 * @param patience maximum wait while no job is ready
 * @param idempotencyKey the same until an answer arrives, so that no job is lost with an answer
 */
public record ClaimRequest(
    String workerEuid, String queueKey, int maxItems, Duration patience, String idempotencyKey) {}
