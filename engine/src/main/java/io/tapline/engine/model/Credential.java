package io.tapline.engine.model;

/** A stored token or a session as it stands in the store. */
public record Credential(long uid, String euid, CredentialNote note) {}
