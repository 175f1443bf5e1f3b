package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tapline.engine.model.ActionKey;

/** Records the use of a session, so that it does not become idle. */
public record RenewSession(RequestMeta meta, String sessionEuid) implements CredentialCommand {

  @Override
  public ActionKey action() {
    return ActionKey.RENEW_SESSION;
  }

  @Override
  @JsonIgnore
  public String credentialEuid() {
    return sessionEuid;
  }

  @Override
  @JsonIgnore
  public String reason() {
    return null;
  }

  public static RenewSession read(RequestFields f, RequestMeta meta) {
    return new RenewSession(meta, f.text("session_euid"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("session_euid", sessionEuid, Limits.KEY);
  }
}
