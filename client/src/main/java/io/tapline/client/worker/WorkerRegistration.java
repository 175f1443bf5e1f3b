package io.tapline.client.worker;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;

/**
 * The registration of a worker, one per process start.
 *
 * @param workerKey unique per start
 * @param workerType SERVICE or another worker type of the server
 * @param processIdentity identifies this start of this process
 */
@RecordBuilder
public record WorkerRegistration(
    String workerKey,
    String displayName,
    String workerType,
    List<String> capabilities,
    List<String> siteScope,
    List<String> platformScope,
    List<String> assayScope,
    int maxConcurrentLeases,
    Duration heartbeatTtl,
    String buildVersion,
    String host,
    String processIdentity) {}
