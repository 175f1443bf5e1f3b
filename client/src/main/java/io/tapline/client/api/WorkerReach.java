package io.tapline.client.api;

/**
 * Whether a worker can serve a queue.
 *
 * @param code why not; null when it can
 */
public record WorkerReach(String queueKey, boolean serves, String code, String message) {}
