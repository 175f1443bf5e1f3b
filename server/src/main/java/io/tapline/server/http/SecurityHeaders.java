package io.tapline.server.http;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;

/** The security headers for browsers, which every answer has. */
public final class SecurityHeaders {

  /**
   * Scripts, styles, fonts and calls of this origin only, nothing inline, and no frame around it:
   * enough for a UI served from here.
   */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none';"
          + " frame-ancestors 'none'";

  private static final Map<String, String> ALWAYS =
      Map.of(
          "Content-Security-Policy", POLICY,
          "X-Content-Type-Options", "nosniff",
          "X-Frame-Options", "DENY",
          "Referrer-Policy", "no-referrer",
          "Cross-Origin-Opener-Policy", "same-origin",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Cache-Control", "no-store");

  /** A year: once reached by TLS, never by anything else. */
  private static final String TLS_ONLY = "max-age=31536000";

  private SecurityHeaders() {}

  /** Puts them on an answer; also on one that was begun anew, or that no servlet wrote. */
  public static void apply(boolean secure, HttpServletResponse response) {
    ALWAYS.forEach(response::setHeader);
    if (secure) {
      response.setHeader("Strict-Transport-Security", TLS_ONLY);
    }
  }
}
