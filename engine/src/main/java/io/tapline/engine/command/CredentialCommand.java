package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** A request about a stored token or a session. */
public sealed interface CredentialCommand extends Command
    permits CreateToken, RevokeToken, OpenSession, RenewSession, CloseSession {

  /** The token or session that it is about; null when it makes one. */
  String credentialEuid();

  String reason();

  @Override
  ActionKey action();
}
