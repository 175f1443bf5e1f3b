package io.tapline.server.base;

import io.tapline.tapdb.Database;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * How a server is to run, as far as more than one of its parts asks for it. What concerns one part
 * alone (its database, its security, its tasks) is in settings of that part.
 */
public interface ServerOptions {

  String host();

  /** Where the embedded PostgreSQL and the server's own secrets are. */
  Path data();

  /** Of Tapline's database roles. */
  Database.RoleNames roleNames();

  /** Of Tapline's database roles; null to derive them from the administrator's, if any. */
  Database.Passwords passwords();

  /** Whether administrators may move the clock. */
  boolean testClock();

  boolean acceptWeakDurability();

  /** Whether nothing is sent to receivers outside, as in a copy that is only looked at. */
  boolean noDeliveries();

  /** How often lapsed leases are settled. */
  Duration sweepEvery();

  /** How many the pool has. */
  int connections();

  /** Where work is streamed to workers, 0 is any free port; null for nowhere. */
  Integer grpcPort();

  /** Addresses of reverse proxies, as CIDR blocks separated by commas; null for none. */
  String trustedProxies();

  /** Totals of limited resources, where they are not to follow from the heap. */
  Map<LimitedResource, Long> limits();
}
