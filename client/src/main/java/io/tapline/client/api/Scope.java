package io.tapline.client.api;

/** Where a subject belongs; null is nowhere in particular. */
public record Scope(String site, String platform, String assay) {}
