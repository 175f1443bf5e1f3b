package io.tapline.server.security;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A stored token or session in the form that its holder has: {@code tapline.TENANT.EUID.SECRET}. It
 * contains its tenant, so that it is looked up inside that tenant, and its own key.
 */
record CredentialText(String tenantKey, String euid, String secret) {

  private static final Pattern TEXT =
      Pattern.compile(
          "tapline\\.([a-z0-9][a-z0-9_-]{0,62})\\.([A-Z0-9-]{5,30})\\.([A-Za-z0-9_-]{43})");

  static Optional<CredentialText> parse(String text) {
    var parts = TEXT.matcher(text);
    return parts.matches()
        ? Optional.of(new CredentialText(parts.group(1), parts.group(2), parts.group(3)))
        : Optional.empty();
  }

  /** The complete text; only for its holder. */
  String text() {
    return "tapline." + tenantKey + "." + euid + "." + secret;
  }

  /** Keeps the secret out of logs. */
  @Override
  public String toString() {
    return "CredentialText[" + tenantKey + ", " + euid + "]";
  }
}
