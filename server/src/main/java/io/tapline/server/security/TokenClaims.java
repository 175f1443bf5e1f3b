package io.tapline.server.security;

import com.nimbusds.jwt.JWTClaimsSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A claim by its name, or by a path such as {@code realm_access.roles}; a name that contains dots,
 * such as a URL, takes precedence.
 */
final class TokenClaims {

  private TokenClaims() {}

  /** The entries of a list, or the words of a text. */
  static List<String> texts(JWTClaimsSet claims, String name) {
    var value = find(claims, name);
    if (value instanceof Collection<?> many) {
      return many.stream().map(Objects::toString).toList();
    }
    return value instanceof String text ? Arrays.asList(text.strip().split("\\s+")) : List.of();
  }

  /** The text; null if it is missing or not a text. */
  static String text(JWTClaimsSet claims, String name) {
    return name != null && find(claims, name) instanceof String text ? text : null;
  }

  private static Object find(JWTClaimsSet claims, String name) {
    var direct = claims.getClaim(name);
    if (direct != null) {
      return direct;
    }
    Object at = claims.getClaims();
    for (var step : name.split("\\.")) {
      at = at instanceof Map<?, ?> inner ? inner.get(step) : null;
    }
    return at;
  }
}
