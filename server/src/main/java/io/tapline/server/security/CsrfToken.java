package io.tapline.server.security;

import io.tapline.server.http.Problem;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.RandomSecret;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;

/**
 * A browser attaches its cookie to requests that any page triggers. So a changing call with a
 * cookie must also repeat a text that only a page of this origin can have read.
 */
final class CsrfToken {

  static final String HEADER = "X-CSRF-Token";

  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

  private CsrfToken() {}

  /** Derived one-way from the secret of the session. */
  static String of(String sessionSecret) {
    var digest = RandomSecret.hash("csrf " + sessionSecret);
    return digest.substring(digest.indexOf(':') + 1);
  }

  static void require(HttpServletRequest request, Identity identity) {
    if (SAFE.contains(request.getMethod())) {
      return;
    }
    var sent = request.getHeader(HEADER);
    if (sent == null || !RandomSecret.same(sent, identity.csrf())) {
      throw new ProblemException(
          Problem.of(
              ProblemCode.CSRF_REFUSED,
              "a change with a session cookie requires the csrf_token of /api/v1/me in the"
                  + " header "
                  + HEADER,
              HEADER));
    }
  }
}
