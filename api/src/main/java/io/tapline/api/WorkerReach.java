package io.tapline.api;

/**
 * Whether a worker can serve a queue.
 *
 * @param code why not; null when it can
 */
public record WorkerReach(String queueKey, boolean serves, Code code, String message) {}
