package io.tapline.server.security;

import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Checks by the headers of a browser that a page of this server sent the request. */
@Component
final class SameOrigin {

  private static final Logger LOG = LoggerFactory.getLogger(SameOrigin.class);

  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

  private final URI publicUrl;

  SameOrigin(SecuritySettings settings) {
    this.publicUrl = settings.publicUrl();
  }

  /** Programs send no Origin; browsers send it with every changing request. */
  void require(HttpServletRequest request) {
    var origin = request.getHeader("Origin");
    if (origin != null && !ours(origin, request)) {
      throw ProblemException.of(
          ProblemCode.CSRF_REFUSED,
          "the request comes from a page of another origin"
              + (publicUrl == null ? "; behind a proxy, set TAPLINE_PUBLIC_URL" : ""));
    }
  }

  /**
   * The origin under which the browser reaches the server. Without a public URL only a loopback
   * name is accepted: any other Host header may be forged.
   *
   * @throws ProblemException {@code UNAVAILABLE}
   */
  String of(HttpServletRequest request) {
    if (publicUrl != null) {
      return publicUrl.getScheme() + "://" + publicUrl.getRawAuthority();
    }
    var host = String.valueOf(request.getHeader("Host"));
    if (!LOOPBACK.matcher(host).matches()) {
      LOG.warn("sign-in at the identity provider is not possible; set TAPLINE_PUBLIC_URL");
      throw ProblemException.of(
          ProblemCode.UNAVAILABLE, "the server has no public URL; set TAPLINE_PUBLIC_URL");
    }
    return request.getScheme() + "://" + host;
  }

  /** Whether the browser reaches the server by TLS. */
  boolean isSecure(HttpServletRequest request) {
    return request.isSecure()
        || (publicUrl != null && "https".equalsIgnoreCase(publicUrl.getScheme()));
  }

  private boolean ours(String origin, HttpServletRequest request) {
    if (publicUrl != null) {
      return origin.equalsIgnoreCase(of(request));
    }
    // A proxy may terminate TLS, so either scheme is accepted; the host name distinguishes origins.
    var host = request.getHeader("Host");
    return origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host);
  }
}
