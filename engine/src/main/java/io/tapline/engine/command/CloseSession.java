package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tapline.engine.model.ActionKey;

/** Someone logs out, or is logged out by an administrator. */
public record CloseSession(Meta meta, String sessionEuid, String reason)
    implements CredentialCommand {

  @Override
  public ActionKey action() {
    return ActionKey.CLOSE_SESSION;
  }

  @Override
  @JsonIgnore
  public String credentialEuid() {
    return sessionEuid;
  }
}
