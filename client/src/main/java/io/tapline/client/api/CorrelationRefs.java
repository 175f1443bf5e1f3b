package io.tapline.client.api;

/** What work belongs to in the systems around, by their EUIDs; null for nothing. */
public record CorrelationRefs(
    String trxEuid, String accessionEuid, String runEuid, String stepEuid) {}
