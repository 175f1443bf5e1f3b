package io.tapline.server;

import io.tapline.api.Role;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.security.FirstToken;
import io.tapline.server.security.StaticToken;
import io.tapline.server.security.TenantNotice;
import io.tapline.tapdb.Tenant;
import java.net.URI;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/** Starts and stops the companion of a server, if there is one, with its tenant and its token. */
public final class CompanionRunner implements AutoCloseable {

  /** Maximum speed. */
  static final double FASTEST = 1_000;

  private final Companion companion;
  private final double speed;
  private final StaticToken token;
  private Companion.Running running;

  private CompanionRunner(Companion companion, double speed) {
    this.companion = companion;
    this.speed = speed;
    this.token =
        companion == null ? null : StaticToken.draw(companion.tenant(), EnumSet.of(Role.ADMIN));
  }

  static CompanionRunner none() {
    return new CompanionRunner(null, 1);
  }

  /**
   * @throws StartupRefused when it is not on the class path
   */
  public static CompanionRunner of(String name, double speed) {
    if (!(speed > 0 && speed <= FASTEST)) {
      throw new StartupRefused(
          "--" + name + "-speed " + speed + " is not above 0 and at most " + FASTEST + ".");
    }
    return of(named(name), speed);
  }

  static CompanionRunner of(Companion companion, double speed) {
    return new CompanionRunner(companion, speed);
  }

  private static Companion named(String name) {
    return ServiceLoader.load(Companion.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(companion -> companion.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new StartupRefused(
                    "--"
                        + name
                        + " needs tapline-"
                        + name
                        + " on the class path, and it is not there."));
  }

  boolean present() {
    return companion != null;
  }

  /** The tenant of a server whose settings name no other. */
  String homeTenant() {
    return present() ? companion.tenant() : FirstToken.TENANT;
  }

  /** The display name of a tenant. */
  String title(String tenantKey) {
    return present() && companion.tenant().equals(tenantKey) ? companion.title() : tenantKey;
  }

  List<StaticToken> tokens() {
    return present() ? List.of(token) : List.of();
  }

  TenantNotice notice() {
    return present() ? new TenantNotice(companion.tenant(), companion.notice()) : TenantNotice.NONE;
  }

  /** The companion's line on the startup screen. */
  String about() {
    return "\n  %-9s tenant %s, at speed %s: %s"
        .formatted(
            companion.name(),
            companion.tenant(),
            speed == Math.rint(speed) ? String.valueOf((long) speed) : String.valueOf(speed),
            companion.notice());
  }

  /** The requested packs, and those that the companion requires. */
  List<String> packs(List<String> requested) {
    var all = new LinkedHashSet<>(requested);
    if (present()) {
      all.addAll(companion.packs());
    }
    return List.copyOf(all);
  }

  /**
   * A companion uses an empty database or its own, never one with other tenants.
   *
   * @param there the tenants from before this start
   * @param named the tenants that the settings name
   */
  void requireOwnDatabase(List<Tenant> there, Set<String> named) {
    if (!present() || there.isEmpty()) {
      return;
    }
    boolean home =
        there.stream()
            .anyMatch(
                tenant ->
                    tenant.key().equals(companion.tenant())
                        && tenant.displayName().equals(companion.title()));
    var strangers =
        there.stream()
            .map(Tenant::key)
            .filter(key -> !home || !key.equals(companion.tenant()) && !named.contains(key))
            .sorted()
            .toList();
    if (!strangers.isEmpty()) {
      throw new StartupRefused(
          "--"
              + companion.name()
              + " is for a database of its own, and this one already holds the tenants "
              + strangers
              + ": name another with --data or --database-url.");
    }
  }

  void start(URI server) {
    if (present()) {
      running = companion.start(server, token.token(), speed);
    }
  }

  @Override
  public void close() {
    if (running != null) {
      running.close();
      running = null;
    }
  }
}
