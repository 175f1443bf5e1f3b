package io.tapline.server;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.server.base.InstalledDoors;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerOptions;
import io.tapline.server.database.DatabaseLogin;
import io.tapline.server.security.SecuritySettings;
import io.tapline.server.security.StaticToken;
import io.tapline.tapdb.Database;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The settings of a server.
 *
 * @param port 0 for any free one
 * @param data the directory of the embedded PostgreSQL and of the server's secrets
 * @param database an external PostgreSQL; null for the embedded one
 * @param roleNames of Tapline's database roles; null for the default ones
 * @param passwords of Tapline's database roles; null to derive them from the administrator's
 * @param testClock whether administrators may advance the clock
 * @param noDeliveries whether webhook deliveries are off
 * @param sweepEvery interval of the sweep that settles lapsed leases
 * @param connections size of the connection pool
 * @param grpcPort port that streams work to workers, 0 for any free port; null for no listener
 * @param packs names of the served packs; null, like an empty list, for none
 * @param security authentication of people and programs, beside the configured tokens
 * @param doors the other APIs, with their settings; null for those on the class path with defaults
 * @param drainDelay time for which a stopping server serves everything although it is not ready, so
 *     that load balancers notice; null for none
 * @param drainTime limit for requests in flight after that; null for the default
 * @param limits totals of limited resources; null to derive all from the heap
 */
@RecordBuilder
public record ServerSettings(
    String host,
    int port,
    Path data,
    DatabaseLogin database,
    Database.RoleNames roleNames,
    Database.Passwords passwords,
    List<StaticToken> tokens,
    boolean testClock,
    boolean acceptWeakDurability,
    boolean noDeliveries,
    Duration sweepEvery,
    int connections,
    Integer grpcPort,
    SecuritySettings security,
    InstalledDoors doors,
    List<String> packs,
    Duration drainDelay,
    Duration drainTime,
    Map<LimitedResource, Long> limits)
    implements ServerOptions {

  public static final int DEFAULT_PORT = 8080;
  public static final String DEFAULT_HOST = "127.0.0.1";

  /**
   * The maximum delay until a lapsed lease is settled that no request encounters; correctness does
   * not depend on it.
   */
  public static final Duration DEFAULT_SWEEP = Duration.ofSeconds(5);

  /** PostgreSQL performs best with slightly more connections than it has cores and disks. */
  public static final int DEFAULT_CONNECTIONS = 20;

  /** A longer request is answered with 503, and its client repeats it. */
  public static final Duration DEFAULT_DRAIN = Duration.ofSeconds(10);

  public ServerSettings {
    drainDelay = drainDelay == null ? Duration.ZERO : drainDelay;
    drainTime = drainTime == null ? DEFAULT_DRAIN : drainTime;
    roleNames = roleNames == null ? Database.RoleNames.DEFAULT : roleNames;
    doors = doors == null ? InstalledDoors.read(variable -> null) : doors;
    packs = packs == null ? List.of() : packs;
    limits = limits == null ? Map.of() : Map.copyOf(limits);
  }

  @Override
  public String trustedProxies() {
    return security.trustedProxies();
  }

  public ServerSettings withPacks(List<String> names) {
    return ServerSettingsBuilder.builder(this).packs(names).build();
  }

  /** Whether any means of authentication is configured. */
  public boolean guarded() {
    return !tokens.isEmpty() || security.oidc() != null;
  }
}
