package io.tapline.server.security;

import io.tapline.engine.model.Caller;
import io.tapline.server.http.Authenticator;
import io.tapline.server.http.ClientAddress;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.BooleanSupplier;
import org.springframework.stereotype.Component;

/**
 * Authenticates a request by its bearer token or its session cookie. A token takes precedence: a
 * valid cookie does not replace a wrong token.
 */
@Component
final class CredentialAuthenticator implements Authenticator {

  private static final String SCHEME = "Bearer ";

  private final BearerTokens tokens;
  private final StoredCredentials stored;
  private final AuthenticationThrottle authenticationThrottle;
  private final SameOrigin origin;

  CredentialAuthenticator(
      BearerTokens tokens,
      StoredCredentials stored,
      AuthenticationThrottle authenticationThrottle,
      SameOrigin origin) {
    this.tokens = tokens;
    this.stored = stored;
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
    return byToken(ClientAddress.of(address), authorization).caller();
  }

  private Identity identify(HttpServletRequest request) {
    var header = request.getHeader("Authorization");
    if (header != null) {
      return byToken(ClientAddress.of(request), header);
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
      return () -> tokens.stands(text);
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

  private Identity byToken(String address, String header) {
    var text = bearer(header);
    if (text.isEmpty()) {
      throw unauthenticated("the request has no bearer token; send Authorization: Bearer TOKEN");
    }
    return authenticationThrottle.identify(address, text, () -> tokens.verify(text));
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
