package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.WorkerStatus;
import io.tapline.api.WorkerType;
import java.time.Instant;
import java.util.List;

/**
 * Identity and abilities of a worker. A registration by a new process replaces the profile.
 *
 * @param endedAt when its process announced its end; null before that, and again after a restart
 * @param keyReleasedAt when another principal registered a worker under the key of this retired
 *     one; null while this worker has the key
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
   * A worker that is ONLINE counts as OFFLINE when its heartbeat is stale or its process has ended.
   * The other statuses are set by operators.
   */
  public WorkerStatus statusAt(Instant now) {
    boolean stale =
        endedAt != null
            || heartbeatAt == null
            || !heartbeatAt.plusSeconds(heartbeatTtlSeconds).isAfter(now);
    return status == WorkerStatus.ONLINE && stale ? WorkerStatus.OFFLINE : status;
  }
}
