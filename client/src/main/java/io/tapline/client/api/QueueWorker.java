package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** An online worker that could serve a queue; {@code serving} is true if it does. */
public record QueueWorker(
    boolean serving,
    String workerEuid,
    String effectiveStatus,
    long activeLeases,
    double heartbeatLagSeconds,
    String workerKey,
    String displayName,
    String workerType,
    String status,
    List<String> capabilities,
    List<String> siteScope,
    List<String> platformScope,
    List<String> assayScope,
    int maxConcurrentLeases,
    Instant heartbeatAt,
    int heartbeatTtlSeconds,
    String buildVersion,
    String host,
    String processIdentity,
    boolean drainRequested,
    String disabledReason,
    Instant lastErrorAt,
    String lastErrorClass,
    long revision,
    Instant endedAt) {}
