package io.tapline.api.request;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tapline.api.ActionKey;
import io.tapline.api.FieldRule;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.Role;
import io.tapline.api.WireField;
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
    @WireField(
            required = true,
            length = Limits.TOKEN_NAME,
            rule = NameRule.class,
            about =
                "the principal of the token; tokens with the same name share"
                    + " a principal and its workers")
        String name,
    @WireField(
            required = true,
            otherwise =
                "must contain at least one role: worker_service,"
                    + " worker_human, operator or admin",
            entries = 4,
            about = "the roles")
        List<Role> roles,
    @WireField(about = "the expiry; default: none") Instant expiresAt,
    @CommonFields.Reason String reason,
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

  @Override
  public void check(Faults faults) {
    CredentialCommand.checkHash(secretSha256, faults);
  }

  /** The name is part of a principal, appears in logs and is typed by people. */
  private static final class NameRule implements FieldRule<String> {
    private static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.@-]*");

    @Override
    public void check(String field, String value, Faults faults) {
      faults.that(
          value == null || PATTERN.matcher(value).matches(),
          field,
          "must consist of letters, digits and _ . @ -, and begin with a letter or a digit");
    }
  }
}
