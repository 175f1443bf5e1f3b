package io.tapline.server.security;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.ResponseCookie;

/**
 * A sign-in that was begun in a browser and goes on at the identity provider. The browser keeps it
 * in a cookie, so that it may come back to any server of the same database, and so that nobody else
 * can finish what this browser began, or have it finish what they began.
 *
 * @param state what the provider must bring back with the browser
 * @param nonce what the ID token must hold
 * @param verifier what only the one who began can show for the code (PKCE)
 * @param next where to go afterwards
 */
record PendingSignIn(String state, String nonce, String verifier, LocalPath next) {

  static final String PLAIN = "tapline_sign_in";

  /** Browsers take this name only from a secure origin, for that host alone. */
  static final String SECURE = "__Host-tapline_sign_in";

  /** Time to find a password and a second factor. */
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

  /** What the provider gets of the verifier before it is shown: it follows from it one way. */
  String challenge() {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return base64(digest.digest(verifier.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /**
   * Lax, unlike the session's: the browser comes back from the provider's page, and must bring it.
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

  /** None of it is for a log. */
  @Override
  public String toString() {
    return "PendingSignIn[" + next + "]";
  }
}
