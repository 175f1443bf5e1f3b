package io.tapline.server.security;

import java.util.regex.Pattern;

/** The code of an error from an issuer, or from a request that imitates one. */
final class OidcError {

  private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_.-]{1,60}");

  private OidcError() {}

  /** A form that is safe for the log. */
  static String of(String code) {
    return code != null && CODE.matcher(code).matches() ? code : "with an error without a name";
  }
}
