package io.tapline.client.api;

import java.time.Instant;
import tools.jackson.databind.JsonNode;

public record HoldView(
    String holdEuid,
    String status,
    String holdCode,
    String reason,
    Instant placedAt,
    Instant releasedAt,
    String releaseReason,
    JsonNode metadata,
    JsonNode releaseMetadata,
    String subjectLookupEuid,
    String subjectLookupName,
    String queueLookupKey,
    String placedByLookupEuid,
    String placedByLookupName,
    String releasedByLookupEuid,
    String releasedByLookupName) {}
