package io.tapline.client.api;

import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** An event of a job. */
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
