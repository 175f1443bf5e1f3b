package io.tapline.engine.model;

import java.time.Instant;

/**
 * A job: an instance of a work-bearing template, with its envelope.
 *
 * @param changedAt when the envelope last changed
 */
public record Subject(
    long uid,
    String euid,
    String templateCode,
    String name,
    Instant createdAt,
    Instant changedAt,
    Envelope execution) {}
