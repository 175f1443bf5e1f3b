package io.tapline.server.security;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Role;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.catalina.util.NetMaskSet;

/**
 * Settings of authentication beside the configured tokens.
 *
 * @param oidc the issuer whose JWTs are accepted; null for none
 * @param publicUrl address of the server for users, if it is behind a proxy; or null
 * @param trustedProxies addresses whose X-Forwarded headers are accepted, as CIDR blocks separated
 *     by commas; null for none
 * @param failuresPerMinute number of wrong credentials that one address may send
 * @param publicDocs whether the description of the API is readable without sign-in
 */
@RecordBuilder
public record SecuritySettings(
    OidcSettings oidc,
    URI publicUrl,
    String trustedProxies,
    int failuresPerMinute,
    boolean publicDocs) {

  /** More than a person mistypes, far fewer than an attack needs. */
  public static final int DEFAULT_FAILURES = 30;

  private static final int MOST_FAILURES = 1_000_000;
  private static final long MOST_SKEW_SECONDS = 600;

  public static final SecuritySettings DEFAULT =
      SecuritySettingsBuilder.builder().failuresPerMinute(DEFAULT_FAILURES).build();

  /**
   * Reads the {@code TAPLINE_*} variables.
   *
   * @param variable returns null for an unset variable
   * @throws IllegalArgumentException with a sentence that names the variable
   */
  public static SecuritySettings read(UnaryOperator<String> variable) {
    return new SecuritySettings(
        oidc(variable),
        url(variable, "TAPLINE_PUBLIC_URL"),
        proxies(variable.apply("TAPLINE_TRUSTED_PROXIES")),
        (int)
            number(
                variable, "TAPLINE_FAILED_LOGINS_PER_MINUTE", DEFAULT_FAILURES, 1, MOST_FAILURES),
        flag(variable, "TAPLINE_PUBLIC_DOCS"));
  }

  private static OidcSettings oidc(UnaryOperator<String> variable) {
    var issuer = url(variable, "TAPLINE_OIDC_ISSUER");
    if (issuer == null) {
      return null;
    }
    var client = client(variable);
    var audience = or(variable.apply("TAPLINE_OIDC_AUDIENCE"), client == null ? null : client.id());
    if (audience == null) {
      throw wrong(
          "TAPLINE_OIDC_AUDIENCE",
          "or TAPLINE_OIDC_CLIENT_ID is required with TAPLINE_OIDC_ISSUER, so that tokens"
              + " for other applications are refused");
    }
    var tenant = variable.apply("TAPLINE_OIDC_TENANT");
    var claim = variable.apply("TAPLINE_OIDC_TENANT_CLAIM");
    if ((tenant == null) == (claim == null)) {
      throw wrong(
          "TAPLINE_OIDC_TENANT",
          "or TAPLINE_OIDC_TENANT_CLAIM is required, and not both: one tenant for all users,"
              + " or the claim that names it");
    }
    requireTls("TAPLINE_OIDC_ISSUER", issuer);
    return OidcSettingsBuilder.builder()
        .issuer(issuer)
        .audience(Arrays.stream(audience.split(",")).map(String::strip).toList())
        .keys(keys(variable))
        .roleClaim(or(variable.apply("TAPLINE_OIDC_ROLE_CLAIM"), OidcSettings.DEFAULT_ROLE_CLAIM))
        .roles(roles(pairs(variable, "TAPLINE_OIDC_ROLES")))
        .tenantClaim(claim)
        .tenants(pairs(variable, "TAPLINE_OIDC_TENANTS"))
        .tenant(tenant)
        .clockSkew(
            Duration.ofSeconds(
                number(
                    variable,
                    "TAPLINE_OIDC_CLOCK_SKEW_SECONDS",
                    OidcSettings.DEFAULT_CLOCK_SKEW.toSeconds(),
                    0,
                    MOST_SKEW_SECONDS)))
        .client(client)
        .build();
  }

  private static OidcClient client(UnaryOperator<String> variable) {
    var id = variable.apply("TAPLINE_OIDC_CLIENT_ID");
    var secret = variable.apply("TAPLINE_OIDC_CLIENT_SECRET");
    if (id == null && secret != null) {
      throw wrong("TAPLINE_OIDC_CLIENT_SECRET", "has no effect without TAPLINE_OIDC_CLIENT_ID");
    }
    var scope = or(variable.apply("TAPLINE_OIDC_SCOPE"), OidcClient.DEFAULT_SCOPE).strip();
    if (!List.of(scope.split("\\s+")).contains("openid")) {
      throw wrong("TAPLINE_OIDC_SCOPE", "lacks openid, without which there is no ID token");
    }
    return id == null ? null : new OidcClient(id, secret, scope);
  }

  private static URI keys(UnaryOperator<String> variable) {
    var keys = url(variable, "TAPLINE_OIDC_JWKS_URI");
    if (keys != null && !"file".equals(keys.getScheme())) {
      requireTls("TAPLINE_OIDC_JWKS_URI", keys);
    }
    return keys;
  }

  /** Keys that came by plain HTTP could be forged. */
  private static void requireTls(String name, URI url) {
    if (!TlsUrl.is(url)) {
      throw wrong(name, "is not an https: URL");
    }
  }

  private static String proxies(String blocks) {
    if (blocks == null) {
      return null;
    }
    var faults = new NetMaskSet().addAll(blocks);
    if (!faults.isEmpty()) {
      throw wrong("TAPLINE_TRUSTED_PROXIES", "is not a list of addresses such as 10.0.0.0/8,::1");
    }
    return blocks;
  }

  private static URI url(UnaryOperator<String> variable, String name) {
    var text = variable.apply(name);
    if (text == null) {
      return null;
    }
    try {
      var url = new URI(text.strip());
      if (url.isAbsolute()) {
        return url;
      }
    } catch (URISyntaxException e) {
      // Refused below, without the text: it may contain secrets.
    }
    throw wrong(name, "is not a URL such as https://tapline.example.com");
  }

  private static boolean flag(UnaryOperator<String> variable, String name) {
    var text = or(variable.apply(name), "false").strip();
    if (!text.equals("true") && !text.equals("false")) {
      throw wrong(name, "is neither true nor false");
    }
    return text.equals("true");
  }

  private static long number(
      UnaryOperator<String> variable, String name, long ifAbsent, long least, long most) {
    var text = variable.apply(name);
    if (text == null) {
      return ifAbsent;
    }
    try {
      long number = Long.parseLong(text.strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw wrong(name, "is not a whole number between " + least + " and " + most);
  }

  /** {@code this=that;these=those}. */
  private static Map<String, String> pairs(UnaryOperator<String> variable, String name) {
    var pairs = new LinkedHashMap<String, String>();
    var text = or(variable.apply(name), "");
    for (var pair : text.split(";")) {
      int equals = pair.lastIndexOf('=');
      if (equals > 0 && equals < pair.length() - 1) {
        pairs.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
      } else if (!pair.isBlank()) {
        throw wrong(name, "is not a list such as value=meaning;other=meaning");
      }
    }
    return pairs;
  }

  private static Map<String, Set<Role>> roles(Map<String, String> pairs) {
    var roles = new LinkedHashMap<String, Set<Role>>();
    pairs.forEach((value, names) -> roles.put(value, roles(names)));
    return roles;
  }

  private static Set<Role> roles(String names) {
    return Arrays.stream(names.split("\\+"))
        .map(
            name ->
                Role.find(name.strip())
                    .orElseThrow(
                        () ->
                            wrong(
                                "TAPLINE_OIDC_ROLES",
                                "has the role '"
                                    + name
                                    + "', which is not worker_service, worker_human, operator or"
                                    + " admin")))
        .collect(java.util.stream.Collectors.toUnmodifiableSet());
  }

  private static String or(String value, String ifAbsent) {
    return value == null ? ifAbsent : value;
  }

  private static IllegalArgumentException wrong(String name, String what) {
    return new IllegalArgumentException(name + " " + what + ".");
  }
}
