package io.tapline.server.security;

import io.tapline.engine.model.Role;
import io.tapline.tapdb.Tenants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A token that the server was started with: {@code t-op=acme/operator}, several roles joined by
 * {@code +}.
 */
public record StaticToken(String token, String tenantKey, Set<Role> roles) {

  /** The environment variable with the list, entries apart by {@code ;}. */
  public static final String VARIABLE = "TAPLINE_TOKENS";

  /** Short tokens can be guessed; a test may know what it does, so this is not a long one. */
  private static final int LEAST_LENGTH = 3;

  /** One that nobody has chosen or could guess, for as long as this server runs. */
  public static StaticToken draw(String tenantKey, Set<Role> roles) {
    return new StaticToken(Secret.draw(), tenantKey, roles);
  }

  /**
   * @throws IllegalArgumentException with a sentence that names the entry by its place, never by
   *     its text
   */
  public static List<StaticToken> parse(String list) {
    var tokens = new ArrayList<StaticToken>();
    var entries = list == null ? new String[0] : list.split(";");
    for (int i = 0; i < entries.length; i++) {
      if (!entries[i].isBlank()) {
        tokens.add(entry(entries[i].strip(), i + 1));
      }
    }
    return List.copyOf(tokens);
  }

  private static StaticToken entry(String text, int place) {
    // From the right: a token may hold '=' itself.
    int equals = text.lastIndexOf('=');
    int slash = text.indexOf('/', equals + 1);
    if (equals < LEAST_LENGTH || slash < 0) {
      throw wrong(place, "is not token=tenant/role, with a token of 3 characters or more");
    }
    var tenant = text.substring(equals + 1, slash);
    if (!Tenants.isKey(tenant)) {
      throw wrong(
          place,
          "has the tenant '"
              + tenant
              + "', which is not lower-case letters, digits, _ and -, at most 63 of them");
    }
    return new StaticToken(
        text.substring(0, equals), tenant, roles(text.substring(slash + 1), place));
  }

  private static Set<Role> roles(String text, int place) {
    var roles = EnumSet.noneOf(Role.class);
    for (var name : text.split("\\+")) {
      var role =
          Arrays.stream(Role.values())
              .filter(r -> r.name().toLowerCase(Locale.ROOT).equals(name))
              .findFirst();
      roles.add(
          role.orElseThrow(
              () ->
                  wrong(
                      place,
                      "has the role '"
                          + name
                          + "', which is not worker_service, worker_human, operator or admin")));
    }
    return roles;
  }

  private static IllegalArgumentException wrong(int place, String what) {
    return new IllegalArgumentException("entry " + place + " of " + VARIABLE + " " + what + ".");
  }

  /** The token itself is a secret and stays out of logs. */
  @Override
  public String toString() {
    return "StaticToken[" + tenantKey + ", " + roles + "]";
  }
}
