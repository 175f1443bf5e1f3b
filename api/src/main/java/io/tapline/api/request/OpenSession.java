package io.tapline.api.request;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
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
    @WireField(length = Limits.KEY, about = "the stored token that opens the session")
        String tokenEuid,
    @WireField(
            required = true,
            least = 1,
            most = Limits.SESSION_SECONDS,
            about = "the maximum duration")
        Long lifetimeSeconds,
    @WireField(
            required = true,
            least = 1,
            most = Limits.SESSION_SECONDS,
            about = "the time without use after which the session ends")
        Long idleSeconds,
    @WireField(about = "the expiry of the proof, which also ends the session") Instant notAfter,
    @CommonFields.Reason String reason,
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

  @Override
  public void check(Faults faults) {
    CredentialCommand.checkHash(secretSha256, faults);
  }
}
