package io.tapline.api;

import java.time.Instant;

/**
 * Somebody or something that acted: the token, person or program that evidence names.
 *
 * @param principalKey what it is known by, and stands in evidence as the actor
 * @param name how people call it
 * @param createdAt when it was first heard of
 */
public record PrincipalView(
    String principalEuid, String principalKey, String name, String status, Instant createdAt) {}
