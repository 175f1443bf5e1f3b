package io.tapline.client.api;

import java.time.Instant;

/** A hold. */
public record HoldView(
    String holdEuid,
    String status,
    String holdCode,
    String reason,
    Instant placedAt,
    Instant releasedAt,
    String releaseReason,
    String subjectLookupEuid,
    String subjectLookupName,
    String queueLookupKey,
    String placedByLookupEuid,
    String placedByLookupName,
    String releasedByLookupEuid,
    String releasedByLookupName) {}
