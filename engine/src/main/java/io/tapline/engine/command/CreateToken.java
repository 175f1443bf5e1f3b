package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Role;
import io.tapline.engine.model.WordList;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Creates an API token. Several tokens may have one name: they have the same principal, so that a
 * new token can replace an old one and keep its workers.
 *
 * @param expiresAt null for a token without an end
 * @param secretSha256 new at each try, so it is no part of the payload hash
 */
public record CreateToken(
    RequestMeta meta,
    String name,
    List<Role> roles,
    Instant expiresAt,
    String reason,
    @JsonIgnore String secretSha256)
    implements CredentialCommand {

  /** The name is part of a principal, appears in logs and is typed by people. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.@-]*");

  public CreateToken withSecret(String sha256) {
    return new CreateToken(meta, name, roles, expiresAt, reason, sha256);
  }

  @Override
  public ActionKey action() {
    return ActionKey.CREATE_TOKEN;
  }

  @Override
  @JsonIgnore
  public String credentialEuid() {
    return null;
  }

  public static CreateToken read(RequestFields f, RequestMeta meta) {
    return new CreateToken(
        meta, f.text("name"), readRoles(f), f.time("expires_at"), f.text("reason"), null);
  }

  @Override
  public void check(FieldChecks c) {
    c.required("name", name, Limits.TOKEN_NAME)
        .that(
            name == null || NAME.matcher(name).matches(),
            "name",
            "must consist of letters, digits and _ . @ -, and begin with a letter or a digit")
        .that(
            roles != null && !roles.isEmpty(),
            "roles",
            "must contain at least one role: worker_service, worker_human, operator or admin")
        .time("expires_at", expiresAt)
        .required("reason", reason, Limits.TEXT);
    SharedChecks.secretHash(c, secretSha256);
  }

  private static List<Role> readRoles(RequestFields f) {
    var texts = f.texts("roles");
    return texts == null ? null : texts.stream().map(CreateToken::role).toList();
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
