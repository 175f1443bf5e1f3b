package io.tapline.client.worker;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;

/**
 * Who a worker is, once per process start.
 *
 * @param workerKey the name it is known by, which no other start has
 * @param workerType SERVICE or another of the server's types
 * @param processIdentity this start of this process
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
