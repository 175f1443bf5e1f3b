package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tapline.engine.model.ActionKey;
import java.time.Instant;

/**
 * Opens a session with the name and the roles of the caller.
 *
 * @param tokenEuid the stored token that it is opened with; null for another proof
 * @param lifetimeSeconds the maximum duration
 * @param idleSeconds the time without use after which it ends
 * @param notAfter the expiry of the proof, which also ends the session; or null
 * @param proof another proof, in a form that its API recognises; or null
 * @param secretSha256 new at each try, so it is no part of the payload hash
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
