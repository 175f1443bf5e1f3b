package io.tapline.engine.model;

import java.time.Instant;
import java.util.List;

/** Who a worker is and what it may serve. One object is one process start. */
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
    long revision) {

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
        revision + 1);
  }

  public Reach reach() {
    return new Reach(siteScope, platformScope, assayScope);
  }

  /** ONLINE with a stale heartbeat is OFFLINE; the other statuses are an operator's word. */
  public WorkerStatus statusAt(Instant now) {
    boolean stale =
        heartbeatAt == null || !heartbeatAt.plusSeconds(heartbeatTtlSeconds).isAfter(now);
    return status == WorkerStatus.ONLINE && stale ? WorkerStatus.OFFLINE : status;
  }
}
