package io.tapline.api;

/**
 * Whether a worker can serve a queue.
 *
 * @param code the reason why it cannot; null if it can
 */
public record WorkerReach(String queueKey, boolean serves, Code code, String message) {}
