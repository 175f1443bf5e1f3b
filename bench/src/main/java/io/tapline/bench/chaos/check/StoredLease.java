package io.tapline.bench.chaos.check;

import java.time.Instant;

/**
 * A lease as the database has it at the end.
 *
 * @param fence its fencing token
 * @param to when it ended, or was to end
 */
public record StoredLease(
    String euid, long fence, String subject, String status, Instant from, Instant to) {}
