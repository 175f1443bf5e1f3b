package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** The caller's identity. */
public record Me(
    String principal, String tenant, List<String> roles, String proof, Instant expiresAt) {}
