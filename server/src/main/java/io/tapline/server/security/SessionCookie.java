package io.tapline.server.security;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.ResponseCookie;

/**
 * The cookie of a session: scripts cannot read it, other sites cannot make a browser send it, and
 * under TLS it is restricted to TLS. It lasts as long as the browser runs; the end of the session
 * is stored in the database.
 */
final class SessionCookie {

  static final String PLAIN = "tapline_session";

  /** Browsers accept this name only from a secure origin, for that host alone. */
  static final String SECURE = "__Host-tapline_session";

  private SessionCookie() {}

  /**
   * The text of the cookie, or null. Under TLS the plain name is ignored, because a neighbouring
   * host can set it.
   *
   * @param secure whether the browser reaches the server by TLS
   */
  static String in(HttpServletRequest request, boolean secure) {
    var cookies = request.getCookies();
    if (cookies == null) {
      return null;
    }
    for (var cookie : cookies) {
      if (cookie.getName().equals(SECURE) || !secure && cookie.getName().equals(PLAIN)) {
        return cookie.getValue();
      }
    }
    return null;
  }

  static String set(String text, boolean secure) {
    return cookie(text, secure).build().toString();
  }

  static String clear(boolean secure) {
    return cookie("", secure).maxAge(0).build().toString();
  }

  private static ResponseCookie.ResponseCookieBuilder cookie(String text, boolean secure) {
    return ResponseCookie.from(secure ? SECURE : PLAIN, text)
        .httpOnly(true)
        .secure(secure)
        .sameSite("Strict")
        .path("/");
  }
}
