package io.tapline.bench.chaos.check;

/**
 * An action as the database has it at the end.
 *
 * @param ordinal its number within a claim of many
 * @param events how many events it told
 */
public record StoredAction(
    String euid,
    String actionKey,
    String idempotencyKey,
    int ordinal,
    long subjectUid,
    long leaseUid,
    int events) {}
