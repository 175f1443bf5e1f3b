package io.tapline.engine.read.evidence;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.EventType;
import java.time.Instant;
import java.util.Map;

/** An event for consumers. It contains no properties, because events may leave the system. */
@RecordBuilder
public record EventView(
    String id,
    String jobId,
    EventType type,
    Instant ts,
    String actor,
    String correlationId,
    String cause,
    Map<String, Object> payload,
    int version) {}
