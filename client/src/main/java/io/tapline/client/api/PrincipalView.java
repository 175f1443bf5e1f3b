package io.tapline.client.api;

import java.time.Instant;

/** Somebody or something that acted: the token, person or program that evidence names. */
public record PrincipalView(
    String principalEuid, String principalKey, String name, String status, Instant createdAt) {}
