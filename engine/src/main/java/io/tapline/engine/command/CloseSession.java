package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.engine.model.ActionKey;

/**
 * Ends one session or all sessions of a principal. A user logs out, or an administrator logs the
 * user out.
 *
 * @param sessionEuid the session; null to end all sessions of a principal
 * @param principal the principal whose sessions end; null for one session
 */
public record CloseSession(
    RequestMeta meta,
    String sessionEuid,
    @JsonInclude(JsonInclude.Include.NON_NULL) String principal,
    String reason)
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

  public static CloseSession read(RequestFields f, RequestMeta meta) {
    return new CloseSession(meta, f.text("session_euid"), f.text("principal"), f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    c.text("session_euid", sessionEuid, Limits.KEY)
        .text("principal", principal, Limits.TEXT)
        .that(
            (sessionEuid == null) != (principal == null),
            "session_euid",
            "is required; send it, or principal, whose sessions all end; not both")
        .required("reason", reason, Limits.TEXT);
  }
}
