package io.tapline.server.security;

import java.util.regex.Pattern;

/** The code of an error that an issuer reports, or a request that pretends to come from it. */
final class OidcError {

  private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_.-]{1,60}");

  private OidcError() {}

  /** As it may stand in a log. */
  static String of(String code) {
    return code != null && CODE.matcher(code).matches() ? code : "with an error without a name";
  }
}
