package io.tapline.client.api;

import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A subscription, and its position in the event log. */
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
