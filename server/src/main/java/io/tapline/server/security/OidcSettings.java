package io.tapline.server.security;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Role;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The issuer whose JWTs are accepted, and the meaning of their claims.
 *
 * @param issuer exact value of {@code iss}
 * @param audience {@code aud} must contain one of these
 * @param keys address of the keys of the issuer; null to read it from the discovery document
 * @param roleClaim name of a claim, or a path of names separated by dots
 * @param roles from a value of that claim to roles; empty: values are the names of roles
 * @param tenantClaim the claim that names the tenant; null if all users belong to one tenant
 * @param tenants from a value of that claim to the key of a tenant; empty: values are the keys
 * @param tenant the one tenant of all users; null if a claim names it
 * @param clockSkew largest accepted difference between the clocks of issuer and server
 * @param client registration for sign-in from the pages; null to disable it
 */
@RecordBuilder
public record OidcSettings(
    URI issuer,
    List<String> audience,
    URI keys,
    String roleClaim,
    Map<String, Set<Role>> roles,
    String tenantClaim,
    Map<String, String> tenants,
    String tenant,
    Duration clockSkew,
    OidcClient client) {

  public static final String DEFAULT_ROLE_CLAIM = "roles";

  /** Clocks that are synchronized by the network differ by less than a minute. */
  public static final Duration DEFAULT_CLOCK_SKEW = Duration.ofSeconds(60);

  /** The configured tenants, which the server creates at start. */
  public Set<String> tenantKeys() {
    var keys = new LinkedHashSet<>(tenants.values());
    if (tenant != null) {
      keys.add(tenant);
    }
    return keys;
  }

  /** Unknown values grant no rights. */
  Set<Role> rolesOf(Collection<String> values) {
    var found = EnumSet.noneOf(Role.class);
    for (var value : values) {
      if (roles.isEmpty()) {
        Role.find(value).ifPresent(found::add);
      } else {
        found.addAll(roles.getOrDefault(value, Set.of()));
      }
    }
    return found;
  }

  /** The key of the tenant for a value of the claim; null if there is none. */
  String tenantOf(String value) {
    if (tenant != null) {
      return tenant;
    }
    return value == null || tenants.isEmpty() ? value : tenants.get(value);
  }
}
