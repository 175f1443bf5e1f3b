package io.tapline.client.api;

import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A standing order for events, and how far they have been read for it. */
public record SubscriptionView(
    String subscriptionId,
    String name,
    String status,
    String eventType,
    Map<String, String> filter,
    JsonNode job,
    String cursor,
    String lastError,
    Instant lastErrorAt,
    Instant retiredAt,
    String retiredReason) {}
