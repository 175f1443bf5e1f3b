package io.tapline.server.base;

import io.tapline.tapdb.Database;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Options that more than one part of the server uses. Options of one part (its database, its
 * security, a door) are in the settings of that part.
 */
public interface ServerOptions {

  String host();

  /** The directory of the embedded PostgreSQL and of the server's secrets. */
  Path data();

  /** The names of Tapline's database roles. */
  Database.RoleNames roleNames();

  /**
   * The passwords of Tapline's database roles; null to derive them from the administrator's, if
   * any.
   */
  Database.Passwords passwords();

  /** Whether administrators may advance the clock. */
  boolean testClock();

  boolean acceptWeakDurability();

  /** Whether webhook deliveries are off, as for a copy of a database under inspection. */
  boolean noDeliveries();

  /** Interval of the sweep that settles lapsed leases. */
  Duration sweepEvery();

  /** Size of the connection pool. */
  int connections();

  /** The port that streams work to workers, 0 for any free port; null for no such listener. */
  Integer grpcPort();

  /** Addresses of reverse proxies, as CIDR blocks separated by commas; null for none. */
  String trustedProxies();

  /** Totals of limited resources that override those derived from the heap. */
  Map<LimitedResource, Long> limits();
}
