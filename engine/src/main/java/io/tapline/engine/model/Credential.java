package io.tapline.engine.model;

/** A stored token or session. */
public record Credential(long uid, String euid, CredentialNote note) {}
