package io.tapline.engine.read.worker;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.engine.model.WorkerStatus;

/**
 * A worker as people see it.
 *
 * @param effectiveStatus OFFLINE when ONLINE is stored but the heartbeat is stale
 */
public record WorkerView(
    String workerEuid,
    WorkerStatus effectiveStatus,
    long activeLeases,
    double heartbeatLagSeconds,
    @JsonUnwrapped WorkerProfile profile,
    @JsonIgnore Worker worker) {}
