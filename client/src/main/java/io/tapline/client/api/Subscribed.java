package io.tapline.client.api;

/** A subscription after a call, ACTIVE or RETIRED. */
public record Subscribed(String subscriptionId, String status, boolean replayed) {}
