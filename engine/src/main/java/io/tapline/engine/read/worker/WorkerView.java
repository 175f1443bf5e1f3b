package io.tapline.engine.read.worker;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.api.WorkerStatus;
import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerProfile;

/**
 * A worker with its current figures.
 *
 * @param effectiveStatus OFFLINE when ONLINE is stored but the heartbeat is stale or the process
 *     has ended
 */
public record WorkerView(
    String workerEuid,
    WorkerStatus effectiveStatus,
    long activeLeases,
    double heartbeatLagSeconds,
    @JsonUnwrapped WorkerProfile profile,
    @JsonIgnore Worker worker) {}
