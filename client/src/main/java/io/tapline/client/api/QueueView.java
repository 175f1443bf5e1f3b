package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** A queue: its policy and its figures. */
public record QueueView(
    String queueEuid,
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
    int maxAttemptsDefault,
    RetryPolicy retryPolicy,
    SelectionPolicy selectionPolicy,
    boolean diagnosticsEnabled,
    String payloadPolicy,
    boolean deadLetter,
    String externalDeadlinePolicy,
    long revision,
    String disabledReason,
    Instant retiredAt,
    String retiredReason,
    String replacedBy,
    long queueDepth,
    Double oldestJobAgeSeconds,
    Double newestJobAgeSeconds,
    long activeLeases,
    long heldCount,
    long deadLetterCount,
    double failureRate,
    double throughputSuccessPerMinute,
    double throughputFailurePerMinute,
    long workerOnlineCount,
    Instant computedAt) {}
