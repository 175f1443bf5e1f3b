package io.tapline.server.security;

import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.ClientAddress;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/** Login, logout and the identity of the caller. */
@Component
final class LoginEndpoints implements EndpointGroup {

  static final String LOGIN = "/login";
  static final String ME = "/api/v1/me";

  private static final int LONGEST_TOKEN = 16_384;
  private static final int LONGEST_CODE = 100;

  private final CredentialAuthenticator authenticator;
  private final AuthenticationThrottle authenticationThrottle;
  private final LoginLinks links;
  private final LoginSessions sessions;
  private final SameOrigin origin;
  private final TenantNotice notice;
  private final ReadModels reads;

  LoginEndpoints(
      CredentialAuthenticator authenticator,
      AuthenticationThrottle authenticationThrottle,
      LoginLinks links,
      LoginSessions sessions,
      SameOrigin origin,
      TenantNotice notice,
      Engine engine) {
    this.authenticator = authenticator;
    this.authenticationThrottle = authenticationThrottle;
    this.links = links;
    this.sessions = sessions;
    this.origin = origin;
    this.notice = notice;
    this.reads = engine.reads();
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(byLink(), byToken(), logout(), me());
  }

  private Endpoint byLink() {
    return Endpoint.get(LOGIN)
        .summary("Sign in with a one-time link of the server")
        .access(EndpointAccess.OPEN)
        .query("code", ValueShape.text(LONGEST_CODE), "the token of the link")
        .answers(new ValueShape.Plain("text/html"))
        .refuses(ProblemCode.UNAUTHENTICATED, ProblemCode.RATE_LIMITED)
        .handledBy(this::byLink);
  }

  private Endpoint byToken() {
    return Endpoint.post(LOGIN)
        .summary("Sign in with a token: the answer sets the session cookie")
        .access(EndpointAccess.OPEN)
        .body(
            List.of(ApiField.required("token", ValueShape.text(LONGEST_TOKEN), "any bearer token")))
        .answers(ValueShape.of(Me.class))
        .refuses(
            ProblemCode.UNAUTHENTICATED,
            ProblemCode.FORBIDDEN,
            ProblemCode.RATE_LIMITED,
            ProblemCode.CSRF_REFUSED)
        .handledBy(this::byToken);
  }

  private Endpoint logout() {
    return Endpoint.post("/logout")
        .summary("Sign out: end the session of the cookie, on every server")
        .answers(ValueShape.of(LoggedOut.class))
        .handledBy(this::logout);
  }

  private Endpoint me() {
    return Endpoint.get(ME)
        .summary("The caller: principal, tenant and roles, and the CSRF token of its session")
        .answers(ValueShape.of(Me.class))
        .handledBy(call -> call.ok(me(identity(call))));
  }

  private Me me(Identity who) {
    var caller = who.caller();
    return Me.of(who, reads.workers().ofPerson(caller.tenantId(), caller.principal()), notice);
  }

  record LoggedOut(boolean loggedOut) {}

  private static Identity identity(EndpointCall call) {
    return Identity.of(call.request());
  }

  private HttpAnswer byLink(EndpointCall call) {
    var code = call.text("code");
    if (code == null && page(call)) {
      return HttpAnswer.seeOther(URI.create("/sign-in"));
    }
    if (code == null) {
      throw ProblemException.invalid("code", "is required; use the complete link");
    }
    if (HttpMethod.HEAD.matches(call.request().getMethod())) {
      // A HEAD request must not use up the link.
      return HttpAnswer.empty(200);
    }
    var request = call.request();
    Identity who;
    try {
      who =
          authenticationThrottle.identify(
              request,
              code,
              () ->
                  links
                      .redeem(code)
                      .map(CredentialVerdict::proves)
                      .orElse(CredentialVerdict.UNKNOWN));
    } catch (ProblemException e) {
      if (!page(call)) {
        throw e;
      }
      return SignInProblem.LINK.page(LocalPath.of(null));
    }
    var opened = open(request, who, "sign-in by a one-time link");
    return SignedInPage.leadingTo(LocalPath.of(null), opened.cookie());
  }

  /** Whether the answer is shown to a person: a page is clearer than a problem as JSON. */
  private static boolean page(EndpointCall call) {
    var accept = call.header(HttpHeaders.ACCEPT);
    return accept != null && accept.contains(MediaType.TEXT_HTML_VALUE);
  }

  private HttpAnswer byToken(EndpointCall call) throws IOException {
    var request = call.request();
    origin.require(request);
    var body = call.body();
    var token = body.get("token");
    if (!body.isObject() || body.size() > 1 || token == null || !token.isString()) {
      throw ProblemException.invalid("token", "is required, as a string; remove all other fields");
    }
    var text = token.stringValue().strip();
    var who = authenticator.byToken(() -> ClientAddress.of(request), text);
    var opened = open(request, who, "sign-in with a token");
    return call.ok(me(opened.identity()), Map.of(HttpHeaders.SET_COOKIE, opened.cookie()));
  }

  private LoginSessions.OpenedSession open(HttpServletRequest request, Identity who, String how) {
    // The identity is recorded before a refusal, so that the log contains it.
    who.rememberIn(request);
    var opened = sessions.open(request, who, how);
    authenticationThrottle.trust(opened.text());
    return opened;
  }

  private HttpAnswer logout(EndpointCall call) {
    var identity = identity(call);
    if (identity.sessionEuid() == null) {
      throw ProblemException.invalid(
          "Cookie", "the request has a token and no session that could end");
    }
    var cookie = sessions.close(call.request(), identity);
    return call.ok(new LoggedOut(true), Map.of(HttpHeaders.SET_COOKIE, cookie));
  }
}
