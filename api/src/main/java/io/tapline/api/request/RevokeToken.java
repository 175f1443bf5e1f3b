package io.tapline.api.request;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;

/** Revokes a token and every session that was opened with it. */
public record RevokeToken(
    RequestMeta meta,
    @WireField(required = true, length = Limits.KEY, about = "the token") String tokenEuid,
    @CommonFields.Reason String reason)
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
}
