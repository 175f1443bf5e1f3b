package io.tapline.client.api;

import java.time.Instant;

/** The figures of one queue. */
public record QueueMetrics(
    String queueKey,
    long queueDepth,
    long pausedDepth,
    Double oldestJobAgeSeconds,
    Double newestJobAgeSeconds,
    long activeLeases,
    long expiredLeasesTotal,
    long retryableFailuresTotal,
    long terminalFailuresTotal,
    double throughputSuccessPerMinute,
    double throughputFailurePerMinute,
    double failureRate,
    Double durationP50Seconds,
    Double durationP95Seconds,
    long deadLetterCount,
    long heldCount,
    long workerOnlineCount,
    long workerServingCount,
    Double workerHeartbeatLagSeconds,
    long claimConflictTotal,
    long idempotentReplayTotal,
    long externalOverdue,
    Instant computedAt) {}
