package io.tapline.bench.chaos.check;

import java.time.Instant;

/**
 * A lease in the database at the end of the run.
 *
 * @param fence its fencing token
 * @param to its end, or its expiry
 */
public record StoredLease(
    String euid, long fence, String subject, String status, Instant from, Instant to) {}
