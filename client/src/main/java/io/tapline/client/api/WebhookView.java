package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** A webhook, without its secret. */
public record WebhookView(
    String actionEuid,
    boolean replayed,
    String webhookEuid,
    String name,
    String url,
    List<String> eventTypes,
    List<String> queueKeys,
    String eventNames,
    boolean enabled,
    String status,
    long revision,
    String createdBy,
    Instant createdAt) {}
