package io.tapline.server.security;

import io.tapline.api.request.CloseSession;
import io.tapline.api.request.OpenSession;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.Engine;
import io.tapline.tapdb.RandomSecret;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Logins of people. They are kept in the database, so that all its servers accept them and a logout
 * ends them everywhere.
 */
@Component
final class LoginSessions {

  /** The length of a long shift. */
  static final Duration LIFETIME = Duration.ofHours(12);

  /** The length of a break; an abandoned screen must not stay signed in for longer. */
  static final Duration IDLE = Duration.ofHours(1);

  private final Engine engine;
  private final StoredCredentials stored;
  private final StaticTokens configured;
  private final boolean publicIsSecure;

  LoginSessions(
      Engine engine, StoredCredentials stored, StaticTokens configured, SecuritySettings settings) {
    this.engine = engine;
    this.configured = configured;
    this.stored = stored;
    var url = settings.publicUrl();
    this.publicIsSecure = url != null && "https".equalsIgnoreCase(url.getScheme());
  }

  /** A session, its text, and the cookie that contains it. */
  record OpenedSession(Identity identity, String text, String cookie) {
    @Override
    public String toString() {
      return "Opened[" + identity + "]";
    }
  }

  OpenedSession open(HttpServletRequest request, Identity who, String how) {
    var secret = RandomSecret.draw();
    var answer =
        engine.execute(
            who.caller(),
            new OpenSession(
                RequestMeta.key(UUID.randomUUID().toString()),
                who.tokenEuid(),
                LIFETIME.toSeconds(),
                IDLE.toSeconds(),
                who.notAfter(),
                how,
                configured.print(who),
                RandomSecret.hash(secret)));
    var euid = answer.document().path("session_euid").asString();
    var text = new CredentialText(who.tenantKey(), euid, secret);
    var verdict = stored.session(text);
    if (verdict.identity() == null) {
      // An administrator ended all sessions of the principal at the same moment.
      throw AuthenticationThrottle.refused(verdict);
    }
    return new OpenedSession(
        verdict.identity(), text.text(), SessionCookie.set(text.text(), secure(request)));
  }

  /** Ends the session and returns the cookie that deletes it in the browser. */
  String close(HttpServletRequest request, Identity identity) {
    engine.execute(
        identity.caller(),
        CloseSession.one(
            RequestMeta.key(UUID.randomUUID().toString()), identity.sessionEuid(), "logout"));
    stored.forgetAll();
    return forgotten(request);
  }

  /** The cookie that deletes a session in the browser. */
  String forgotten(HttpServletRequest request) {
    return SessionCookie.clear(secure(request));
  }

  /** Whether cookies of this request are restricted to TLS. */
  boolean secure(HttpServletRequest request) {
    return publicIsSecure || request.isSecure();
  }
}
