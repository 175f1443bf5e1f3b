package io.tapline.client.api;

import java.time.Instant;

/** Work that was handed to the outside and has not come back. */
public record ExternalWork(String externalRef, Instant dispatchedAt, Instant deadlineAt) {}
