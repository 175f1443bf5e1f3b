package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;

/**
 * Who a worker is and what it may serve. One object is one process start.
 *
 * @param endedAt when its process said that it ends; null until then, and again once it is back
 * @param keyReleasedAt when another principal registered a worker under the key of this retired
 *     one; null while the key is its own
 */
@RecordBuilder
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
    Instant endedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant keyReleasedAt) {

  /** The same with other capabilities. */
  public WorkerProfile able(List<String> others) {
    return WorkerProfileBuilder.builder(this)
        .capabilities(List.copyOf(others))
        .revision(revision + 1)
        .build();
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
