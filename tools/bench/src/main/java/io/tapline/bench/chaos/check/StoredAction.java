package io.tapline.bench.chaos.check;

/**
 * An action in the database at the end of the run.
 *
 * @param ordinal its number within a claim of many
 * @param events number of its events
 */
public record StoredAction(
    String euid,
    String actionKey,
    String idempotencyKey,
    int ordinal,
    long subjectUid,
    long leaseUid,
    int events) {}
