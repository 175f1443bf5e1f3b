package io.tapline.engine.read;

import io.tapline.engine.model.EventType;
import java.time.Instant;
import java.util.Map;

/** Source 004's event schema. No properties: events may leave the system. */
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
