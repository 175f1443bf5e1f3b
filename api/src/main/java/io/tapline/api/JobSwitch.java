package io.tapline.api;

import java.time.Instant;

/**
 * The kill switch of a tenant: whether new jobs are accepted, and its last change.
 *
 * @param revision 0 before the first change
 */
public record JobSwitch(
    String settingKey,
    boolean enabled,
    long revision,
    String changedBy,
    Instant changedAt,
    String reason) {}
