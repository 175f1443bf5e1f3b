package io.tapline.api.request;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;

/**
 * Ends one session or all sessions of a principal. A user logs out, or an administrator logs the
 * user out.
 *
 * @param sessionEuid the session; null to end all sessions of a principal
 * @param principal the principal whose sessions end; null for one session
 */
@WireField.CheckOrder(rulesFirst = true)
public record CloseSession(
    RequestMeta meta,
    @WireField(length = Limits.KEY, about = "the session") String sessionEuid,
    @WireField(
            length = Limits.TEXT,
            about = "the principal; default: the caller; another one:" + " administrators only")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        String principal,
    @CommonFields.Reason String reason)
    implements CredentialCommand {

  public static CloseSession one(RequestMeta meta, String sessionEuid, String reason) {
    return new CloseSession(meta, sessionEuid, null, reason);
  }

  public static CloseSession everyOneOf(RequestMeta meta, String principal, String reason) {
    return new CloseSession(meta, null, principal, reason);
  }

  @JsonIgnore
  public boolean everywhere() {
    return principal != null;
  }

  @Override
  public ActionKey action() {
    return ActionKey.CLOSE_SESSION;
  }

  @Override
  @JsonIgnore
  public String credentialEuid() {
    return sessionEuid;
  }

  @Override
  public void check(Faults faults) {
    faults.that(
        (sessionEuid == null) != (principal == null),
        "session_euid",
        "is required; send it, or principal, whose sessions all end; not both");
  }
}
