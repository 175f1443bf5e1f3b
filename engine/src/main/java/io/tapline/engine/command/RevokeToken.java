package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tapline.engine.model.ActionKey;

/** Revokes a token and every session that was opened with it. */
public record RevokeToken(RequestMeta meta, String tokenEuid, String reason)
    implements CredentialCommand {

  @Override
  public ActionKey action() {
    return ActionKey.REVOKE_TOKEN;
  }

  @Override
  @JsonIgnore
  public String credentialEuid() {
    return tokenEuid;
  }

  public static RevokeToken read(RequestFields f, RequestMeta meta) {
    return new RevokeToken(meta, f.text("token_euid"), f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("token_euid", tokenEuid, Limits.KEY).required("reason", reason, Limits.TEXT);
  }
}
