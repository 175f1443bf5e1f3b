package io.tapline.engine.read.queue;

import java.time.Duration;

/**
 * The claimable jobs of a queue.
 *
 * @param claimable number of visible jobs, counted up to a maximum
 * @param next the time until another job becomes visible without an action; null when none will
 */
public record QueueOutlook(String queueKey, int claimable, Duration next) {}
