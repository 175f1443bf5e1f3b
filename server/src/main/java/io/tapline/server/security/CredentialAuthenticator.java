package io.tapline.server.security;

import io.tapline.engine.model.Caller;
import io.tapline.server.http.Authenticator;
import io.tapline.server.http.ClientAddress;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Authenticates a request by its bearer token or its session cookie. A token takes precedence: a
 * valid cookie does not replace a wrong token.
 */
@Component
final class CredentialAuthenticator implements Authenticator {

  private static final String SCHEME = "Bearer ";

  /**
   * Longer tokens are refused unread: the largest JWTs of real issuers have a fifth of this length.
   */
  private static final int MOST_CHARACTERS = 16_384;

  private final StaticTokens configured;
  private final StoredCredentials stored;
  private final OidcTokens oidc;
  private final AuthenticationThrottle authenticationThrottle;
  private final SameOrigin origin;

  CredentialAuthenticator(
      StaticTokens configured,
      StoredCredentials stored,
      OidcTokens oidc,
      AuthenticationThrottle authenticationThrottle,
      SameOrigin origin) {
    this.configured = configured;
    this.stored = stored;
    this.oidc = oidc;
    this.authenticationThrottle = authenticationThrottle;
    this.origin = origin;
  }

  @Override
  public Caller authenticate(HttpServletRequest request) {
    var identity = identify(request);
    identity.rememberIn(request);
    return identity.caller();
  }

  @Override
  public Caller authenticate(String authorization, String address) {
    if (authorization == null) {
      throw unauthenticated("the request is not authenticated; send authorization: Bearer TOKEN");
    }
    return byHeader(() -> ClientAddress.of(address), authorization).caller();
  }

  private Identity identify(HttpServletRequest request) {
    var header = request.getHeader("Authorization");
    if (header != null) {
      return byHeader(() -> ClientAddress.of(request), header);
    }
    var cookie = SessionCookie.in(request, origin.isSecure(request));
    if (cookie != null) {
      return bySession(request, cookie);
    }
    throw unauthenticated(
        "the request is not authenticated; send Authorization: Bearer TOKEN, or sign in");
  }

  @Override
  public BooleanSupplier standing(HttpServletRequest request) {
    var header = request.getHeader("Authorization");
    if (header != null) {
      var text = bearer(header);
      return () -> tokenStands(text);
    }
    var session = CredentialText.parse(SessionCookie.in(request, origin.isSecure(request)));
    return () -> session.map(shown -> stored.stands(shown, true)).orElse(false);
  }

  @Override
  public void whenEnded(Runnable listener) {
    stored.whenEnded(listener);
  }

  private static String bearer(String header) {
    return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? header.substring(SCHEME.length()).strip()
        : "";
  }

  private Identity byHeader(Supplier<String> address, String header) {
    var text = bearer(header);
    if (text.isEmpty()) {
      throw unauthenticated("the request has no bearer token; send Authorization: Bearer TOKEN");
    }
    return byToken(address, text);
  }

  /** Authenticates by a token of any kind. */
  Identity byToken(Supplier<String> address, String text) {
    return authenticationThrottle.identify(address, text, () -> verify(text));
  }

  private CredentialVerdict verify(String text) {
    if (text.isEmpty() || text.length() > MOST_CHARACTERS) {
      return CredentialVerdict.UNKNOWN;
    }
    var known = configured.find(text);
    if (known.isPresent()) {
      return CredentialVerdict.proves(known.get());
    }
    var own = CredentialText.parse(text);
    return own.isPresent() ? stored.token(own.get()) : oidc.verify(text);
  }

  /** Whether an accepted token is still valid; the check does not count as a use. */
  private boolean tokenStands(String text) {
    var own = CredentialText.parse(text);
    return own.isPresent() && configured.find(text).isEmpty()
        ? stored.stands(own.get(), false)
        : verify(text).identity() != null;
  }

  private Identity bySession(HttpServletRequest request, String cookie) {
    var identity =
        authenticationThrottle.identify(
            request,
            cookie,
            () ->
                CredentialText.parse(cookie)
                    .map(stored::session)
                    .orElse(CredentialVerdict.UNKNOWN));
    // The identity is recorded before a refusal, so that the log names the principal of the
    // browser.
    identity.rememberIn(request);
    origin.require(request);
    CsrfToken.require(request, identity);
    return identity;
  }

  private static ProblemException unauthenticated(String detail) {
    return ProblemException.of(ProblemCode.UNAUTHENTICATED, detail);
  }
}
