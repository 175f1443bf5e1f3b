package io.tapline.engine.model;

/**
 * The stored secret of a webhook or of callbacks, encrypted by the host of the engine.
 *
 * @param queueKey the queue whose callbacks are signed with it; null for a webhook
 */
public record SealedSecret(long uid, String queueKey, String sealed) {}
