package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Role;
import io.tapline.engine.model.WordList;
import java.util.List;

/** Requests about tokens and sessions. Their secrets are never read: the door draws them. */
final class CredentialReader {

  private CredentialReader() {}

  static Command read(ActionKey action, RequestFields f, RequestMeta meta) {
    return switch (action) {
      case CREATE_TOKEN ->
          new CreateToken(
              meta, f.text("name"), roles(f), f.time("expires_at"), f.text("reason"), null);
      case REVOKE_TOKEN -> new RevokeToken(meta, f.text("token_euid"), f.text("reason"));
      case OPEN_SESSION ->
          new OpenSession(
              meta,
              f.text("token_euid"),
              f.number("lifetime_seconds"),
              f.number("idle_seconds"),
              f.time("not_after"),
              f.text("reason"),
              null,
              null);
      case RENEW_SESSION -> new RenewSession(meta, f.text("session_euid"));
      case CLOSE_SESSION ->
          new CloseSession(meta, f.text("session_euid"), f.text("principal"), f.text("reason"));
      default -> throw new IllegalArgumentException(action + " is not about a credential");
    };
  }

  private static List<Role> roles(RequestFields f) {
    var texts = f.texts("roles");
    return texts == null ? null : texts.stream().map(CredentialReader::role).toList();
  }

  private static Role role(String text) {
    return Role.find(text)
        .orElseThrow(
            () ->
                RequestFields.refuse(
                    "roles",
                    "'"
                        + RequestFields.shorten(text)
                        + "' is not one of "
                        + WordList.and(List.of(Role.values()))));
  }
}
