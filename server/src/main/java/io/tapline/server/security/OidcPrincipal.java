package io.tapline.server.security;

import java.net.URI;
import java.util.regex.Pattern;

/**
 * The principal of a person that an issuer authenticated. A subject is unique only within its
 * issuer, so the name contains both: {@code oidc:ada@id.example.com/lab}.
 */
final class OidcPrincipal {

  /** Longest key of a principal. */
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
