package io.tapline.server.security;

import io.tapline.api.Code;
import io.tapline.engine.model.RefusedException;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.PermissionLog;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.RequestRouter;
import io.tapline.server.http.StrictText;
import io.tapline.server.security.OidcProvider.OidcError;
import io.tapline.tapdb.RandomSecret;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;

/**
 * The redirect to the identity provider and back, for browsers: every answer is a page or a
 * redirect to one. It is not an endpoint of the API table: providers return with additional
 * parameters, which an endpoint would refuse.
 */
@Component
final class OidcRouter implements RequestRouter {

  static final String START = "/login/oidc";
  static final String BACK = "/login/oidc/callback";

  private static final int LONGEST_CODE = 4_096;

  private static final Logger LOG = LoggerFactory.getLogger(OidcRouter.class);

  private final OidcSignIn signIn;
  private final AuthenticationThrottle authenticationThrottle;
  private final LoginSessions sessions;
  private final SameOrigin origin;

  OidcRouter(
      OidcSignIn signIn,
      AuthenticationThrottle authenticationThrottle,
      LoginSessions sessions,
      SameOrigin origin) {
    this.signIn = signIn;
    this.authenticationThrottle = authenticationThrottle;
    this.sessions = sessions;
    this.origin = origin;
  }

  @Override
  public Optional<HttpAnswer> route(HttpServletRequest request) {
    if (!signIn.offered() || !HttpMethod.GET.matches(request.getMethod())) {
      return Optional.empty();
    }
    return switch (request.getRequestURI()) {
      case START -> Optional.of(start(request));
      case BACK -> Optional.of(back(request));
      default -> Optional.empty();
    };
  }

  private HttpAnswer start(HttpServletRequest request) {
    var query = StrictText.query(request.getQueryString());
    var pending = PendingSignIn.begin(LocalPath.of(query.get("next")));
    boolean afresh = "true".equals(query.get("afresh"));
    try {
      return HttpAnswer.seeOther(signIn.leave(pending, backTo(request), afresh))
          .cookies(pending.cookie(sessions.secure(request)));
    } catch (ProblemException e) {
      return problem(e).page(pending.next());
    }
  }

  private HttpAnswer back(HttpServletRequest request) {
    var query = StrictText.query(request.getQueryString());
    boolean secure = sessions.secure(request);
    var done = PendingSignIn.clear(secure);
    var pending = PendingSignIn.in(request, secure).filter(begun -> continues(begun, query));
    if (pending.isEmpty()) {
      return SignInProblem.STALE.page(LocalPath.of(null), done);
    }
    var code = query.get("code");
    if (code == null || code.isEmpty() || code.length() > LONGEST_CODE) {
      LOG.warn("sign-in failed: {}", OidcError.of(query.get("error")));
      return SignInProblem.DENIED.page(pending.get().next(), done);
    }
    try {
      return SignedInPage.leadingTo(
          pending.get().next(), enter(request, pending.get(), code), done);
    } catch (ProblemException e) {
      return problem(e).page(pending.get().next(), done);
    } catch (RefusedException e) {
      if (e.code() != Code.FORBIDDEN) {
        throw e;
      }
      PermissionLog.note(request, e.code().name(), e.refusal().message());
      return SignInProblem.NO_ROLE.page(pending.get().next(), done);
    }
  }

  /** Whether this browser began the sign-in, and with the issuer that it returns from. */
  private boolean continues(PendingSignIn begun, Map<String, String> query) {
    var state = query.get("state");
    var issuer = query.get("iss");
    return state != null
        && RandomSecret.same(state, begun.state())
        && (issuer == null || signIn.is(issuer));
  }

  private String enter(HttpServletRequest request, PendingSignIn pending, String code) {
    var who =
        authenticationThrottle.identify(
            request, code, () -> signIn.redeem(pending, code, backTo(request)));
    who.rememberIn(request);
    var opened = sessions.open(request, who, "sign-in at the identity provider");
    authenticationThrottle.trust(opened.text());
    return opened.cookie();
  }

  private URI backTo(HttpServletRequest request) {
    return URI.create(origin.of(request) + BACK);
  }

  private static SignInProblem problem(ProblemException thrown) {
    return switch (thrown.problem().code()) {
      case "RATE_LIMITED" -> SignInProblem.LIMITED;
      case "UNAVAILABLE" -> SignInProblem.UNAVAILABLE;
      case "UNAUTHENTICATED" -> SignInProblem.UNKNOWN;
      default -> throw thrown;
    };
  }
}
