package io.tapline.server.security;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.Role;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whose JWTs are believed, and what their claims mean here.
 *
 * @param issuer exactly as it stands in {@code iss}
 * @param audience one of these must stand in {@code aud}
 * @param keys where the issuer's keys are; null to ask its discovery document
 * @param roleClaim a claim's name, or a path of names with dots between them
 * @param roles from a value of that claim to roles; empty: values are the roles' own names
 * @param tenantClaim the claim that names the tenant; null when all are of one tenant
 * @param tenants from a value of that claim to a tenant's key; empty: values are the keys
 * @param tenant the one tenant of everybody; null when a claim says it
 * @param clockSkew how far the issuer's clock may be from ours
 * @param client for people who sign in from the pages; null when they cannot
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

  /** A minute: clocks that keep time by the network are never further apart. */
  public static final Duration DEFAULT_CLOCK_SKEW = Duration.ofSeconds(60);

  /** Tenants that are named here, so that the server can make them. */
  public Set<String> tenantKeys() {
    var keys = new LinkedHashSet<>(tenants.values());
    if (tenant != null) {
      keys.add(tenant);
    }
    return keys;
  }

  /** What nobody here has heard of gives no rights. */
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

  /** The tenant's key for a value of the claim; null when it means none. */
  String tenantOf(String value) {
    if (tenant != null) {
      return tenant;
    }
    return value == null || tenants.isEmpty() ? value : tenants.get(value);
  }
}
