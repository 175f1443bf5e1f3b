package io.tapline.client.api;

import io.tapline.api.ExecutionState;
import io.tapline.api.Noun;
import java.time.Instant;
import java.util.List;

/**
 * A queue: policy and metrics.
 *
 * @param noun the word that a pack defines for its jobs; null: "job"
 */
public record QueueView(
    String queueEuid,
    Noun noun,
    String queueKey,
    String displayName,
    boolean enabled,
    boolean manualOnly,
    boolean operatorVisible,
    int dispatchPriority,
    List<String> subjectTemplateCodes,
    List<ExecutionState> eligibleStates,
    List<String> requiredWorkerCapabilities,
    List<String> siteScope,
    List<String> platformScope,
    List<String> assayScope,
    int leaseTtlSeconds,
    Integer heartbeatIntervalSeconds,
    int maxAttemptsDefault,
    RetryPolicy retryPolicy,
    SelectionPolicy selectionPolicy,
    boolean diagnosticsEnabled,
    String payloadPolicy,
    boolean deadLetter,
    String externalDeadlinePolicy,
    String completion,
    int retentionDays,
    int evidenceDays,
    String defaultActionKey,
    String compensationQueueKey,
    String compensationActionKey,
    String executor,
    List<String> predecessorEuids,
    long revision,
    String disabledReason,
    Instant retiredAt,
    String retiredReason,
    String replacedBy,
    long queueDepth,
    long pausedDepth,
    Double oldestJobAgeSeconds,
    Double newestJobAgeSeconds,
    long activeLeases,
    long heldCount,
    long deadLetterCount,
    double failureRate,
    double throughputSuccessPerMinute,
    double throughputFailurePerMinute,
    long workerOnlineCount,
    long workerServingCount,
    Instant computedAt) {}
