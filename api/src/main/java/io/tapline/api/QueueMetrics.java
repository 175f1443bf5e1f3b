package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * The figures of one queue.
 *
 * @param queueDepth exact for small queues; of larger ones as of {@code computedAt}; 0 while the
 *     queue is paused
 * @param pausedDepth how many could be claimed if the queue were resumed, counted likewise; 0 while
 *     it is not paused
 * @param durationP50Seconds half of the attempts that ended in the window took no longer
 * @param durationP95Seconds the same for 95 in 100; null when none ended
 * @param workerOnlineCount workers that are online and could serve the queue
 * @param workerServingCount those of them that do: they asked it for work within the last two
 *     minutes, or hold some of it
 * @param workerHeartbeatLagSeconds the oldest heartbeat among workers that are online and could
 *     serve the queue
 * @param externalOverdue external work past its deadline, for a person to reconcile
 */
@RecordBuilder
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
