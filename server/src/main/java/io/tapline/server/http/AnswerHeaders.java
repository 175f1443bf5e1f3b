package io.tapline.server.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The headers of every answer: those that protect browsers, and the id of the request. The id is
 * the value of {@code X-Request-Id}, or a new one; every log line of the request's threads carries
 * it.
 */
public final class AnswerHeaders {

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

  private static final String REQUEST_ID = "X-Request-Id";

  /** The name of the id in log lines. */
  static final String LOGGED_ID = "request_id";

  /** A longer id, or one that could break a log line, is replaced. */
  private static final Pattern ACCEPTED_ID = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

  private static final String ID_ATTRIBUTE = AnswerHeaders.class.getName();

  private AnswerHeaders() {}

  /** Sets them on an answer, including one that was reset or that no servlet wrote. */
  static void apply(HttpServletRequest request, HttpServletResponse response) {
    ALWAYS.forEach(response::setHeader);
    if (request.isSecure()) {
      response.setHeader("Strict-Transport-Security", TLS_ONLY);
    }
    response.setHeader(REQUEST_ID, idOf(request));
  }

  static String idOf(HttpServletRequest request) {
    if (request.getAttribute(ID_ATTRIBUTE) instanceof String known) {
      return known;
    }
    var given = request.getHeader(REQUEST_ID);
    var id =
        given != null && ACCEPTED_ID.matcher(given).matches()
            ? given
            : UUID.randomUUID().toString();
    request.setAttribute(ID_ATTRIBUTE, id);
    return id;
  }
}
