package io.tapline.server.security;

import io.tapline.tapdb.RandomSecret;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.ResponseCookie;

/**
 * A sign-in that began in a browser and continues at the identity provider. The browser keeps it in
 * a cookie, so that it may return to any server of the same database, and so that no other browser
 * can finish it and an attacker cannot substitute a sign-in of their own.
 *
 * @param state returned by the provider with the browser
 * @param nonce must be contained in the ID token
 * @param verifier proof of the beginner for the code (PKCE)
 * @param next the page after the sign-in
 */
record PendingSignIn(String state, String nonce, String verifier, LocalPath next) {

  static final String PLAIN = "tapline_sign_in";

  /** Browsers accept this name only from a secure origin, for that host alone. */
  static final String SECURE = "__Host-tapline_sign_in";

  /** Time for a password and a second factor. */
  static final Duration VALID = Duration.ofMinutes(15);

  private static final Pattern TEXT =
      Pattern.compile(
          "([A-Za-z0-9_-]{43})\\.([A-Za-z0-9_-]{43})\\.([A-Za-z0-9_-]{43})\\.([A-Za-z0-9_-]+)");

  static PendingSignIn begin(LocalPath next) {
    return new PendingSignIn(RandomSecret.draw(), RandomSecret.draw(), RandomSecret.draw(), next);
  }

  static Optional<PendingSignIn> in(HttpServletRequest request, boolean secure) {
    var cookies = request.getCookies();
    return cookies == null
        ? Optional.empty()
        : Arrays.stream(cookies)
            .filter(cookie -> cookie.getName().equals(name(secure)))
            .map(cookie -> TEXT.matcher(cookie.getValue()))
            .filter(Matcher::matches)
            .map(
                parts ->
                    new PendingSignIn(
                        parts.group(1),
                        parts.group(2),
                        parts.group(3),
                        LocalPath.of(text(parts.group(4)))))
            .findFirst();
  }

  /**
   * Lax, unlike the cookie of the session: the browser must send it when the page of the provider
   * redirects back.
   */
  String cookie(boolean secure) {
    var where = base64(next.path().getBytes(StandardCharsets.UTF_8));
    var text = String.join(".", state, nonce, verifier, where);
    return cookie(text, secure).maxAge(VALID).build().toString();
  }

  static String clear(boolean secure) {
    return cookie("", secure).maxAge(0).build().toString();
  }

  private static ResponseCookie.ResponseCookieBuilder cookie(String text, boolean secure) {
    return ResponseCookie.from(name(secure), text)
        .httpOnly(true)
        .secure(secure)
        .sameSite("Lax")
        .path("/");
  }

  private static String name(boolean secure) {
    return secure ? SECURE : PLAIN;
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String text(String base64) {
    try {
      return new String(Base64.getUrlDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Keeps the values out of logs. */
  @Override
  public String toString() {
    return "PendingSignIn[" + next + "]";
  }
}
