package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.Role;
import io.tapline.api.request.CloseSession;
import io.tapline.api.request.CreateToken;
import io.tapline.api.request.CredentialCommand;
import io.tapline.api.request.OpenSession;
import io.tapline.api.request.RenewSession;
import io.tapline.api.request.RevokeToken;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Credential;
import io.tapline.engine.model.CredentialNote;
import io.tapline.engine.model.CredentialNoteBuilder;
import io.tapline.engine.model.CredentialStatus;
import java.time.Instant;

/** Tokens and sessions get their full rights at creation and end once, permanently. */
public final class CredentialDecision {

  /** The prefix keeps token principals distinct from principals of other sources. */
  public static final String TOKEN_PRINCIPAL = "token:";

  /** Either a refusal or the new state of the credential. */
  public record Outcome(Refusal refusal, CredentialNote note) {
    private static Outcome refuse(Refusal refusal) {
      return new Outcome(refusal, null);
    }

    private static Outcome of(CredentialNote note) {
      return new Outcome(null, note);
    }
  }

  private CredentialDecision() {}

  /**
   * @param existing the token or session that the command changes; null when there is none
   * @param token the token that a session is opened with; null when there is none
   */
  public static Outcome on(
      CredentialCommand command,
      Caller caller,
      Credential existing,
      Credential token,
      Instant now) {
    if (command instanceof CreateToken create) return create(create, caller, now);
    if (command instanceof OpenSession open) return open(open, caller, token, now);
    if (existing == null) {
      return Outcome.refuse(unknown(command));
    }
    if (command instanceof RevokeToken) return end(command, caller, existing, now);
    if (!existing.note().principal().equals(caller.principal()) && !caller.is(Role.ADMIN)) {
      // The refusal does not reveal that the session of another principal exists.
      return Outcome.refuse(unknown(command));
    }
    return command instanceof RenewSession
        ? renew(existing, now)
        : end(command, caller, existing, now);
  }

  private static Refusal unknown(CredentialCommand command) {
    return command instanceof RevokeToken
        ? Refusal.unknown("token_euid", "token " + command.credentialEuid())
        : Refusal.unknown("session_euid", "session " + command.credentialEuid());
  }

  private static Outcome create(CreateToken command, Caller caller, Instant now) {
    if (command.expiresAt() != null && !command.expiresAt().isAfter(now)) {
      return Outcome.refuse(Refusal.invalid("expires_at", "is in the past"));
    }
    if (command.secretSha256() == null) {
      return Outcome.refuse(noSecret());
    }
    return Outcome.of(
        CredentialNoteBuilder.builder()
            .name(command.name())
            .principal(TOKEN_PRINCIPAL + command.name())
            .roles(command.roles().stream().distinct().sorted().toList())
            .secretSha256(command.secretSha256())
            .status(CredentialStatus.ACTIVE)
            .createdBy(caller.principal())
            .createdAt(now)
            .expiresAt(command.expiresAt())
            .build());
  }

  private static Outcome open(OpenSession command, Caller caller, Credential token, Instant now) {
    if (command.tokenEuid() != null && token == null) {
      return Outcome.refuse(Refusal.unknown("token_euid", "token " + command.tokenEuid()));
    }
    if (token != null && !token.note().liveAt(now)) {
      return Outcome.refuse(ended(token));
    }
    if (command.secretSha256() == null) {
      return Outcome.refuse(noSecret());
    }
    var end = now.plusSeconds(command.lifetimeSeconds());
    if (command.notAfter() != null && command.notAfter().isBefore(end)) {
      end = command.notAfter();
    }
    return Outcome.of(
        CredentialNoteBuilder.builder()
            .principal(caller.principal())
            .roles(caller.roles().stream().sorted().toList())
            .secretSha256(command.secretSha256())
            .status(CredentialStatus.ACTIVE)
            .createdBy(caller.principal())
            .createdAt(now)
            .expiresAt(end)
            .lastSeenAt(now)
            .idleSeconds(command.idleSeconds())
            .proof(command.proof())
            .build());
  }

  private static Outcome renew(Credential existing, Instant now) {
    // A late renewal does not revive an ended credential.
    return existing.note().liveAt(now)
        ? Outcome.of(existing.note().seen(now))
        : Outcome.refuse(ended(existing));
  }

  private static Outcome end(
      CredentialCommand command, Caller caller, Credential existing, Instant now) {
    var note = existing.note();
    if (note.status() != CredentialStatus.ACTIVE) {
      return Outcome.refuse(ended(existing));
    }
    boolean over = command instanceof CloseSession && note.expiredAt(now);
    return Outcome.of(
        over
            ? note.expire(caller.principal(), now, command.reason())
            : note.ended(caller.principal(), now, command.reason()));
  }

  /** A principal may end all its own sessions; only an administrator may end those of another. */
  public static Refusal everywhere(CloseSession command, Caller caller) {
    return command.principal().equals(caller.principal()) || caller.is(Role.ADMIN)
        ? null
        : Refusal.of(
            Code.FORBIDDEN,
            "only an admin ends the sessions of others; " + caller.principal() + " is none");
  }

  private static Refusal noSecret() {
    return Refusal.invalid("secret_sha256", "is required: the caller generates the secret");
  }

  private static Refusal ended(Credential existing) {
    var note = existing.note();
    return Refusal.of(
        Code.STATE_CONFLICT,
        note.endedAt() == null
            ? existing.euid() + " has expired"
            : existing.euid() + " was ended at " + note.endedAt() + " by " + note.endedBy());
  }
}
