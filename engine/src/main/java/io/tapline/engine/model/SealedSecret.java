package io.tapline.engine.model;

/**
 * A secret of a webhook or of callbacks as it is stored: sealed by the host of the engine.
 *
 * @param queueKey the queue whose callbacks are signed with it; null for a webhook's
 */
public record SealedSecret(long uid, String queueKey, String sealed) {}
