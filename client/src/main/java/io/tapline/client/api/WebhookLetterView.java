package io.tapline.client.api;

import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** An event that could not be delivered to a webhook. */
public record WebhookLetterView(
    String actionEuid,
    boolean replayed,
    String deadLetterEuid,
    String webhookEuid,
    String status,
    int tries,
    String lastError,
    Instant openedAt,
    Instant settledAt,
    JsonNode event) {}
