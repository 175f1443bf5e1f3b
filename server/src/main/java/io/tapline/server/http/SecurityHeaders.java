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

  public static final String POLICY_HEADER = "Content-Security-Policy";

  /** The hash of an empty style element, which styled-components fills through its object model. */
  private static final String EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

  /**
   * The hash of the one style element with content in the viewer of the API, for its scrollbars.
   */
  private static final String SCROLLBAR_STYLE =
      "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='";

  /** The policy of the page with the viewer of the API, which searches in a worker. */
  public static final String VIEWER_POLICY =
      POLICY.replace("style-src 'self'", "style-src 'self' " + EMPTY_STYLE + " " + SCROLLBAR_STYLE)
          + "; worker-src blob:";

  private static final Map<String, String> ALWAYS =
      Map.of(
          POLICY_HEADER,
          POLICY,
          "X-Content-Type-Options",
          "nosniff",
          "X-Frame-Options",
          "DENY",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Cache-Control",
          "no-store");

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
