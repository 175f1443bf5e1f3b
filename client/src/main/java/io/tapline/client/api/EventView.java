package io.tapline.client.api;

import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** What happened to a subject. */
public record EventView(
    String id,
    String jobId,
    String type,
    Instant ts,
    String actor,
    String correlationId,
    String cause,
    JsonNode payload,
    int version) {}
