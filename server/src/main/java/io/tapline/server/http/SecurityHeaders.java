package io.tapline.server.http;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;

/** The security headers for browsers in every answer. */
public final class SecurityHeaders {

  /**
   * Permits scripts, styles, fonts and requests of this origin only, no inline code and no frames,
   * as the UI needs no more.
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

  /** One year in which browsers use TLS only. */
  private static final String TLS_ONLY = "max-age=31536000";

  private SecurityHeaders() {}

  /** Sets them on an answer, including one that was reset or that no servlet wrote. */
  public static void apply(boolean secure, HttpServletResponse response) {
    ALWAYS.forEach(response::setHeader);
    if (secure) {
      response.setHeader("Strict-Transport-Security", TLS_ONLY);
    }
  }
}
