package io.tapline.engine.decide;

import io.tapline.engine.command.CloseSession;
import io.tapline.engine.command.CreateToken;
import io.tapline.engine.command.CredentialCommand;
import io.tapline.engine.command.OpenSession;
import io.tapline.engine.command.RenewSession;
import io.tapline.engine.command.RevokeToken;
import java.util.regex.Pattern;

/** What can be said against a request about a token or a session from the request alone. */
final class CredentialChecks {

  /** It becomes part of a principal's name, stands in logs, and is typed by people. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.@-]*");

  private static final Pattern SHA256 = Pattern.compile("sha256:[0-9a-f]{64}");

  private CredentialChecks() {}

  static void fields(FieldChecks c, CredentialCommand command) {
    if (command instanceof CreateToken create) {
      create(c, create);
    } else if (command instanceof RevokeToken revoke) {
      c.required("token_euid", revoke.tokenEuid(), Limits.KEY)
          .required("reason", revoke.reason(), Limits.TEXT);
    } else if (command instanceof OpenSession open) {
      open(c, open);
    } else if (command instanceof RenewSession renew) {
      c.required("session_euid", renew.sessionEuid(), Limits.KEY);
    } else if (command instanceof CloseSession close) {
      c.text("session_euid", close.sessionEuid(), Limits.KEY)
          .text("principal", close.principal(), Limits.TEXT)
          .that(
              (close.sessionEuid() == null) != (close.principal() == null),
              "session_euid",
              "names the session, or else principal whose sessions all end: one of the two")
          .required("reason", close.reason(), Limits.TEXT);
    }
  }

  private static void create(FieldChecks c, CreateToken create) {
    c.required("name", create.name(), Limits.TOKEN_NAME)
        .that(
            create.name() == null || NAME.matcher(create.name()).matches(),
            "name",
            "is letters, digits and _ . @ -, and begins with a letter or a digit")
        .that(
            create.roles() != null && !create.roles().isEmpty(),
            "roles",
            "names at least one role: worker_service, worker_human, operator or admin")
        .time("expires_at", create.expiresAt())
        .required("reason", create.reason(), Limits.TEXT);
    secret(c, create.secretSha256());
  }

  private static void open(FieldChecks c, OpenSession open) {
    c.text("token_euid", open.tokenEuid(), Limits.KEY)
        .present("lifetime_seconds", open.lifetimeSeconds())
        .range("lifetime_seconds", open.lifetimeSeconds(), 1, Limits.SESSION_SECONDS)
        .present("idle_seconds", open.idleSeconds())
        .range("idle_seconds", open.idleSeconds(), 1, Limits.SESSION_SECONDS)
        .time("not_after", open.notAfter())
        .required("reason", open.reason(), Limits.TEXT);
    secret(c, open.secretSha256());
  }

  /**
   * One that is missing is judged last: no request brings it, so what a request names goes first.
   */
  private static void secret(FieldChecks c, String sha256) {
    c.that(
        sha256 == null || SHA256.matcher(sha256).matches(),
        "secret_sha256",
        "is not sha256: and 64 hexadecimal digits");
  }
}
