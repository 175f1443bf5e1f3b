package io.tapline.server.security;

/**
 * What a shown credential is worth.
 *
 * @param identity whom it proves; or null
 * @param ended the secret is right, but its time is over: nobody guessed, so it is not counted
 *     against anyone
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
