package io.tapline.engine.read.queue;

import java.time.Duration;

/**
 * What a queue has to give.
 *
 * @param claimable how many subjects are visible, counted up to the number asked for
 * @param next how long until one more becomes visible by itself; null when none will
 */
public record QueueOutlook(String queueKey, int claimable, Duration next) {}
