package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * The metrics of one queue.
 *
 * @param queueDepth exact for small queues, as of {@code computedAt} for larger ones; 0 while the
 *     queue is paused
 * @param pausedDepth number of jobs that could be claimed if the queue were resumed, counted
 *     likewise; 0 while it is not paused
 * @param durationP50Seconds median duration of the attempts that ended in the window; null without
 *     any
 * @param durationP95Seconds 95th percentile of the same attempts
 * @param workerOnlineCount online workers that could serve the queue
 * @param workerServingCount those of them that requested jobs from it within the last two minutes,
 *     or hold one
 * @param workerHeartbeatLagSeconds age of the oldest heartbeat of the online workers that could
 *     serve the queue
 * @param externalOverdue external work past its deadline, which a person must reconcile
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
