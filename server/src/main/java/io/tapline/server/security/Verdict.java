package io.tapline.server.security;

/**
 * What a shown credential is worth.
 *
 * @param identity whom it proves; or null
 * @param ended the secret is right, but its time is over: nobody guessed, so it is not counted
 *     against anyone
 */
record Verdict(Identity identity, boolean ended) {

  static final Verdict UNKNOWN = new Verdict(null, false);
  static final Verdict ENDED = new Verdict(null, true);

  static Verdict proves(Identity identity) {
    return new Verdict(identity, false);
  }

  boolean unknown() {
    return identity == null && !ended;
  }
}
