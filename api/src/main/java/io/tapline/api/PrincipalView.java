package io.tapline.api;

import java.time.Instant;

/**
 * The token, person or program that performed actions.
 *
 * @param principalKey the identifier, which actions contain as the actor
 * @param name display name
 * @param createdAt when the server first recorded the principal
 */
public record PrincipalView(
    String principalEuid, String principalKey, String name, String status, Instant createdAt) {}
