package io.tapline.server;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerOptions;
import io.tapline.server.database.DatabaseLogin;
import io.tapline.server.security.SecuritySettings;
import io.tapline.server.security.StaticToken;
import io.tapline.server.tasks.TaskSettings;
import io.tapline.tapdb.Database;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How a server is to run.
 *
 * @param port 0 is any free one
 * @param data where the embedded PostgreSQL and the server's own secrets are
 * @param database someone's own PostgreSQL; null for the embedded one
 * @param roleNames of Tapline's database roles; null for the usual ones
 * @param passwords of Tapline's database roles; null to derive them from the administrator's
 * @param testClock whether administrators may move the clock
 * @param noDeliveries whether nothing is sent to receivers outside
 * @param sweepEvery how often lapsed leases are settled
 * @param connections how many the pool has
 * @param grpcPort where work is streamed to workers, 0 is any free port; null for nowhere
 * @param packs the trades that it serves, by name; null, like an empty list, for none
 * @param security how people and programs prove who they are, beside the configured tokens
 * @param tasks how the tasks API behaves; null for as usual
 * @param drainDelay how long a server that was told to stop serves everything although it is not
 *     ready any more, so that load balancers notice; null for none
 * @param drainTime how long requests in flight may take after that; null for the default
 * @param limits totals of limited resources; null for all as the heap allows
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
    TaskSettings tasks,
    List<String> packs,
    Duration drainDelay,
    Duration drainTime,
    Map<LimitedResource, Long> limits)
    implements ServerOptions {

  public static final int DEFAULT_PORT = 8080;
  public static final String DEFAULT_HOST = "127.0.0.1";

  /** A lapse that nobody meets is settled within so long; correctness never waits for it. */
  public static final Duration DEFAULT_SWEEP = Duration.ofSeconds(5);

  /** PostgreSQL does its best with a few more connections than it has cores and disks. */
  public static final int DEFAULT_CONNECTIONS = 20;

  /** A request that takes longer is cut off with 503, and its client repeats it. */
  public static final Duration DEFAULT_DRAIN = Duration.ofSeconds(10);

  public ServerSettings {
    drainDelay = drainDelay == null ? Duration.ZERO : drainDelay;
    drainTime = drainTime == null ? DEFAULT_DRAIN : drainTime;
    roleNames = roleNames == null ? Database.RoleNames.DEFAULT : roleNames;
    tasks = tasks == null ? TaskSettings.DEFAULT : tasks;
    packs = packs == null ? List.of() : packs;
    limits = limits == null ? Map.of() : Map.copyOf(limits);
  }

  @Override
  public String trustedProxies() {
    return security.trustedProxies();
  }

  /** The same with other packs. */
  public ServerSettings withPacks(List<String> names) {
    return ServerSettingsBuilder.builder(this).packs(names).build();
  }

  /** Whether anything was configured by which someone can prove who they are. */
  public boolean guarded() {
    return !tokens.isEmpty() || security.oidc() != null;
  }
}
