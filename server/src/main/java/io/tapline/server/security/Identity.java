package io.tapline.server.security;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.Caller;
import io.tapline.server.http.Authenticator;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;

/**
 * Who makes a request, and what proved it.
 *
 * @param tokenEuid the stored token, when it was one; or null
 * @param sessionEuid the session, when it was one; or null
 * @param notAfter when the proof ends; null when it does not
 * @param csrf what a session's calls must repeat to change anything; null without a session
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

  /** How someone proved who they are. */
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

  /** Who made this request; null before, or without, authentication. */
  static Identity of(HttpServletRequest request) {
    return (Identity) request.getAttribute(Authenticator.CALLER);
  }

  /** What is said of it in logs has no secrets. */
  @Override
  public String toString() {
    return caller.principal() + " of tenant " + tenantKey + " by " + proof;
  }
}
