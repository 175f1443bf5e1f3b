package io.tapline.server.security;

/**
 * The result of verifying a credential.
 *
 * @param identity the proven identity; or null
 * @param ended the secret is right, but the credential has expired or was revoked; this is no
 *     guess, so it does not count as a failure
 */
record CredentialVerdict(Identity identity, boolean ended) {

  static final CredentialVerdict UNKNOWN = new CredentialVerdict(null, false);
  static final CredentialVerdict ENDED = new CredentialVerdict(null, true);

  static CredentialVerdict proves(Identity identity) {
    return new CredentialVerdict(identity, false);
  }

  boolean unknown() {
    return identity == null && !ended;
  }
}
