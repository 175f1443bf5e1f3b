package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.Refusal.Faults;

/** A request about a stored token or a session. */
public sealed interface CredentialCommand extends Command
    permits CreateToken, RevokeToken, OpenSession, RenewSession, CloseSession {

  /** The token or session of the request; null when the request creates one. */
  String credentialEuid();

  String reason();

  @Override
  ActionKey action();

  /** The hash comes from the API and not from the request, so it can be absent. */
  static void checkHash(String sha256, Faults faults) {
    faults.that(
        sha256 == null || sha256.matches("sha256:[0-9a-f]{64}"),
        "secret_sha256",
        "must be sha256: and 64 hexadecimal digits");
  }
}
