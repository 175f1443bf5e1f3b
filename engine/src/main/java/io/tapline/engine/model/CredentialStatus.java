package io.tapline.engine.model;

/**
 * Whether a token or session was revoked or closed. {@link CredentialNote#expiredAt} checks the
 * expiry.
 */
public enum CredentialStatus {
  ACTIVE,
  REVOKED,
  /** A session that expired and was archived. */
  EXPIRED
}
