package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tapline.engine.model.ActionKey;
import java.time.Instant;

/**
 * Someone logs in: a session with the caller's own name and roles.
 *
 * @param tokenEuid the stored token it is opened with; null for another proof
 * @param lifetimeSeconds it ends then, whatever happens
 * @param idleSeconds it ends when it was not used for so long
 * @param notAfter the end of the proof itself, which the session does not outlive; or null
 * @param proof what else it is opened with, as the door knows it again; or null
 * @param secretSha256 drawn anew at each try, so it is no part of what makes two requests the same
 */
public record OpenSession(
    RequestMeta meta,
    String tokenEuid,
    Long lifetimeSeconds,
    Long idleSeconds,
    Instant notAfter,
    String reason,
    @JsonIgnore String proof,
    @JsonIgnore String secretSha256)
    implements CredentialCommand {

  @Override
  public ActionKey action() {
    return ActionKey.OPEN_SESSION;
  }

  @Override
  @JsonIgnore
  public String credentialEuid() {
    return null;
  }

  public static OpenSession read(RequestFields f, RequestMeta meta) {
    return new OpenSession(
        meta,
        f.text("token_euid"),
        f.number("lifetime_seconds"),
        f.number("idle_seconds"),
        f.time("not_after"),
        f.text("reason"),
        null,
        null);
  }

  @Override
  public void check(FieldChecks c) {
    c.text("token_euid", tokenEuid, Limits.KEY)
        .present("lifetime_seconds", lifetimeSeconds)
        .range("lifetime_seconds", lifetimeSeconds, 1, Limits.SESSION_SECONDS)
        .present("idle_seconds", idleSeconds)
        .range("idle_seconds", idleSeconds, 1, Limits.SESSION_SECONDS)
        .time("not_after", notAfter)
        .required("reason", reason, Limits.TEXT);
    SharedChecks.secretHash(c, secretSha256);
  }
}
