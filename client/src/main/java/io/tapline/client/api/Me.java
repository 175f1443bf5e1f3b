package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** Who is asking. */
public record Me(
    String principal, String tenant, List<String> roles, String proof, Instant expiresAt) {}
