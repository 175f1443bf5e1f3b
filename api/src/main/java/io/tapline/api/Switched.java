package io.tapline.api;

/** The kill switch after it was turned. */
public record Switched(String settingKey, boolean enabled, boolean replayed) {}
