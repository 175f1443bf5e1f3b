package io.tapline.server.security;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.Caller;
import io.tapline.server.http.Authenticator;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;

/**
 * The authenticated identity of a request, and its proof.
 *
 * @param tokenEuid the stored token; null for other proofs
 * @param sessionEuid the session; null for other proofs
 * @param notAfter end of the proof; null without an end
 * @param csrf the text that changing calls of a session must repeat; null without a session
 */
@RecordBuilder
record Identity(
    Caller caller,
    String tenantKey,
    Proof proof,
    String tokenEuid,
    String sessionEuid,
    Instant notAfter,
    String csrf) {

  /** The kinds of proof. */
  enum Proof {
    CONFIGURED_TOKEN,
    STORED_TOKEN,
    OIDC,
    SESSION
  }

  static Identity configured(Caller caller, String tenantKey) {
    return IdentityBuilder.builder()
        .caller(caller)
        .tenantKey(tenantKey)
        .proof(Proof.CONFIGURED_TOKEN)
        .build();
  }

  void rememberIn(HttpServletRequest request) {
    request.setAttribute(Authenticator.CALLER, this);
  }

  /** The identity of this request; null before, or without, authentication. */
  static Identity of(HttpServletRequest request) {
    return (Identity) request.getAttribute(Authenticator.CALLER);
  }

  /** Keeps secrets out of logs. */
  @Override
  public String toString() {
    return caller.principal() + " of tenant " + tenantKey + " by " + proof;
  }
}
