package io.tapline.server.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Puts the security headers for browsers on every answer. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class SecurityHeaders extends OncePerRequestFilter {

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

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    apply(request.isSecure(), response);
    chain.doFilter(request, response);
  }

  /** For answers that were begun anew, or that never came through the filters. */
  public static void apply(boolean secure, HttpServletResponse response) {
    ALWAYS.forEach(response::setHeader);
    if (secure) {
      response.setHeader("Strict-Transport-Security", TLS_ONLY);
    }
  }
}
