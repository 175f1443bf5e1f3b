package io.tapline.server.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs every refusal of permission with the caller and the request. */
public final class PermissionLog {

  private static final Logger LOG = LoggerFactory.getLogger(PermissionLog.class);

  private static final Set<String> CODES = Set.of("FORBIDDEN", "NOT_LEASE_OWNER", "CSRF_REFUSED");

  private PermissionLog() {}

  /** Whether refusals with this code are logged here. */
  static boolean covers(String code) {
    return CODES.contains(code);
  }

  /** Logs the refusal if its code is covered. */
  public static void note(HttpServletRequest request, String code, String detail) {
    note(
        request.getMethod() + " " + request.getRequestURI(),
        request.getAttribute(Authenticator.CALLER),
        ClientAddress.of(request),
        code,
        detail);
  }

  public static void note(String what, Object who, String address, String code, String detail) {
    if (covers(code)) {
      LOG.warn(
          "{} by {} from {} was refused, {}: {}",
          oneLine(what),
          who == null ? "an unauthenticated caller" : who,
          address,
          code,
          oneLine(detail));
    }
  }

  /** Prevents forged log lines in texts of the caller. */
  private static String oneLine(String text) {
    var line = text.replaceAll("\\p{Cntrl}", "?");
    return line.length() > 300 ? line.substring(0, 300) + "…" : line;
  }
}
