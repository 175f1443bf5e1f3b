package io.tapline.server.security;

import java.net.URI;
import java.util.regex.Pattern;

/**
 * The name of someone whom an issuer vouches for. A subject is unique with its issuer only, so both
 * are in it: {@code oidc:ada@id.example.com/lab}.
 */
final class OidcPrincipal {

  /** What a principal's key may have. */
  private static final int LONGEST = 200;

  private static final Pattern PLAIN = Pattern.compile("[\\p{Graph} ]+");

  private OidcPrincipal() {}

  static String of(URI issuer, String subject) {
    var rest = issuer.getRawAuthority() + issuer.getRawPath();
    var name = "oidc:" + subject + "@" + rest;
    if (name.length() <= LONGEST && PLAIN.matcher(name).matches()) {
      return name;
    }
    var digest = RandomSecret.hash(name);
    return "oidc:" + digest;
  }
}
