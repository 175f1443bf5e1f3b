package io.tapline.engine.model;

/** Whether a token or a session may still be used, apart from time. */
public enum CredentialStatus {
  ACTIVE,
  REVOKED,
  /** A session that ended by itself, and was put away. */
  EXPIRED
}
