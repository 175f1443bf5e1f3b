package io.tapline.api.request;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;

/** Records the use of a session, so that it does not become idle. */
public record RenewSession(
    RequestMeta meta,
    @WireField(required = true, length = Limits.KEY, about = "the session") String sessionEuid)
    implements CredentialCommand {

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
}
