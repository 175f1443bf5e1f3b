package io.tapline.api;

import java.time.Instant;

/**
 * The kill switch of a tenant: whether new work is taken, and who turned it last, when and why.
 *
 * @param revision 0 while nobody has ever turned it
 */
public record JobSwitch(
    String settingKey,
    boolean enabled,
    long revision,
    String changedBy,
    Instant changedAt,
    String reason) {}
