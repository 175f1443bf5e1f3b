package io.tapline.server.security;

import io.tapline.api.Role;
import io.tapline.tapdb.RandomSecret;
import io.tapline.tapdb.Tenants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A token from the configuration of the server: {@code ada:SECRET=acme/operator}, several roles
 * joined by {@code +}.
 *
 * @param name principal in evidence; null for a name that is derived from the token
 */
public record StaticToken(String name, String token, String tenantKey, Set<Role> roles) {

  /** The environment variable with the list, entries separated by {@code ;}. */
  public static final String VARIABLE = "TAPLINE_TOKENS";

  /** Shorter tokens can be guessed over the network. */
  public static final int STRONG_LENGTH = 20;

  /** A command that creates a strong token. */
  public static final String DRAW_ONE = "head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \\n'";

  /** Prefix of derived names; a configured name cannot have it. */
  static final String UNNAMED = "token-";

  /** Tests on loopback may use short tokens. */
  private static final int LEAST_LENGTH = 3;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,62}");

  /** A random token, valid as long as this server runs. */
  public static StaticToken draw(String tenantKey, Set<Role> roles) {
    return new StaticToken(null, RandomSecret.draw(), tenantKey, roles);
  }

  /** Whether the token is so short that it is accepted on loopback only. */
  public boolean weak() {
    return token.length() < STRONG_LENGTH;
  }

  /**
   * @throws IllegalArgumentException with a sentence that names the entry by its position, never by
   *     its text
   */
  public static List<StaticToken> parse(String list) {
    var tokens = new ArrayList<StaticToken>();
    var entries = list == null ? new String[0] : list.split(";");
    for (int i = 0; i < entries.length; i++) {
      if (!entries[i].isBlank()) {
        var token = entry(entries[i].strip(), i + 1);
        requireNew(token, tokens, i + 1);
        tokens.add(token);
      }
    }
    return List.copyOf(tokens);
  }

  private static void requireNew(StaticToken token, List<StaticToken> before, int place) {
    for (var other : before) {
      if (other.token().equals(token.token())) {
        throw wrong(
            place, "repeats the token of an earlier entry; use a different token for each entry");
      }
      if (token.name() != null
          && token.name().equals(other.name())
          && token.tenantKey().equals(other.tenantKey())) {
        throw wrong(
            place,
            "repeats the name of an earlier entry; use a different name for each"
                + " entry of a tenant");
      }
    }
  }

  private static StaticToken entry(String text, int place) {
    // From the right: a token may contain '='.
    int equals = text.lastIndexOf('=');
    int slash = text.indexOf('/', equals + 1);
    int colon = text.indexOf(':');
    // Before any '=', because a token after a name may contain ':' too.
    boolean named = colon >= 0 && colon < equals;
    int begin = named ? colon + 1 : 0;
    if (equals - begin < LEAST_LENGTH || slash < 0) {
      throw wrong(
          place,
          "is not name:token=tenant/role, with a token of " + LEAST_LENGTH + " characters or more");
    }
    var name = named ? text.substring(0, colon) : null;
    if (named && (!NAME.matcher(name).matches() || name.startsWith(UNNAMED))) {
      throw wrong(
          place,
          "has before its ':' no name of letters, digits, '.', '_', '@' and '-', at most 63 of them"
              + " and not beginning with "
              + UNNAMED);
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
        name, text.substring(begin, equals), tenant, roles(text.substring(slash + 1), place));
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

  /** Keeps the token out of logs. */
  @Override
  public String toString() {
    return "StaticToken[" + name + ", " + tenantKey + ", " + roles + "]";
  }
}
