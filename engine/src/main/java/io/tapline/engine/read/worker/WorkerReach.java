package io.tapline.engine.read.worker;

import io.tapline.engine.model.Code;

/**
 * Whether a worker can serve a queue.
 *
 * @param code why not; null when it can
 */
public record WorkerReach(String queueKey, boolean serves, Code code, String message) {}
