package io.tapline.engine.model;

/** Whether a token or a session was revoked or closed; its expiry is judged elsewhere. */
public enum CredentialStatus {
  ACTIVE,
  REVOKED,
  /** A session that ended by itself, and was put away. */
  EXPIRED
}
