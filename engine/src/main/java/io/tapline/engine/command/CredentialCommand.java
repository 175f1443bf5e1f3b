package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** A request about a stored token or a session. */
public sealed interface CredentialCommand extends Command
    permits CreateToken, RevokeToken, OpenSession, RenewSession, CloseSession {

  /** The token or session of the request; null when the request creates one. */
  String credentialEuid();

  String reason();

  @Override
  ActionKey action();
}
