package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Role;
import java.time.Instant;
import java.util.List;

/**
 * A new API token. Several may have one name: they stand for the same principal, so that a new one
 * can take over from an old one, its workers included.
 *
 * @param expiresAt null for a token without an end
 * @param secretSha256 drawn anew at each try, so it is no part of what makes two requests the same
 */
public record CreateToken(
    RequestMeta meta,
    String name,
    List<Role> roles,
    Instant expiresAt,
    String reason,
    @JsonIgnore String secretSha256)
    implements CredentialCommand {

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
}
