package io.tapline.server.security;

import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.springframework.stereotype.Component;

/** Whether a browser says that one of our own pages made it send a request. */
@Component
final class SameOrigin {

  private final URI publicUrl;

  SameOrigin(SecuritySettings settings) {
    this.publicUrl = settings.publicUrl();
  }

  /** Programs send no Origin; browsers do with everything that changes something. */
  void require(HttpServletRequest request) {
    var origin = request.getHeader("Origin");
    if (origin != null && !ours(origin, request)) {
      throw ProblemException.of(
          ProblemCode.CSRF_REFUSED,
          "the page that sent this is of another origin"
              + (publicUrl == null ? "; behind a proxy, set TAPLINE_PUBLIC_URL" : ""));
    }
  }

  /** The origin by which the browser that sent this reaches us. */
  String of(HttpServletRequest request) {
    return publicUrl != null
        ? publicUrl.getScheme() + "://" + publicUrl.getRawAuthority()
        : request.getScheme() + "://" + request.getHeader("Host");
  }

  private boolean ours(String origin, HttpServletRequest request) {
    if (publicUrl != null) {
      return origin.equalsIgnoreCase(of(request));
    }
    // A proxy may end TLS, so either scheme; the name that was asked for is what tells pages apart.
    var host = request.getHeader("Host");
    return origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host);
  }
}
