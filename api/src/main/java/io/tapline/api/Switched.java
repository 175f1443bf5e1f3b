package io.tapline.api;

/** The kill switch after a change. */
public record Switched(String settingKey, boolean enabled, boolean replayed) {}
