package io.tapline.engine.model;

import java.time.Instant;
import java.util.List;

/**
 * Who a worker is and what it may serve. One object is one process start.
 *
 * @param endedAt when its process said that it ends; null until then, and again once it is back
 */
public record WorkerProfile(
    String workerKey,
    String displayName,
    WorkerType workerType,
    WorkerStatus status,
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
    Instant endedAt) {

  /** The same with other capabilities. */
  public WorkerProfile able(List<String> others) {
    return new WorkerProfile(
        workerKey,
        displayName,
        workerType,
        status,
        List.copyOf(others),
        siteScope,
        platformScope,
        assayScope,
        maxConcurrentLeases,
        heartbeatAt,
        heartbeatTtlSeconds,
        buildVersion,
        host,
        processIdentity,
        drainRequested,
        disabledReason,
        lastErrorAt,
        lastErrorClass,
        revision + 1,
        endedAt);
  }

  public ScopeFilter reach() {
    return new ScopeFilter(siteScope, platformScope, assayScope);
  }

  /**
   * ONLINE with a stale heartbeat, or after its last one, is OFFLINE; the other statuses are an
   * operator's word.
   */
  public WorkerStatus statusAt(Instant now) {
    boolean stale =
        endedAt != null
            || heartbeatAt == null
            || !heartbeatAt.plusSeconds(heartbeatTtlSeconds).isAfter(now);
    return status == WorkerStatus.ONLINE && stale ? WorkerStatus.OFFLINE : status;
  }
}
