package io.tapline.server;

import java.time.Duration;

/**
 * Time limits of the shutdown steps; together less than the documented 45 seconds. While the
 * database is unreachable no step waits for it, and all of them together stay below the drain time.
 *
 * @param companions companions of the server, such as the demo
 * @param requests requests in flight: the drain time
 * @param upkeep a running sweep, and other periodic tasks
 * @param http HTTP, gRPC, streams, long polls, webhooks, executors of the server
 * @param pool the connections to the database
 * @param postgres the embedded PostgreSQL; beyond the limit it continues to stop without the server
 */
record ShutdownLimits(
    Duration companions,
    Duration requests,
    Duration upkeep,
    Duration http,
    Duration pool,
    Duration postgres) {

  static ShutdownLimits of(Duration drainTime) {
    return new ShutdownLimits(
        Duration.ofSeconds(5),
        drainTime,
        Duration.ofSeconds(3),
        Duration.ofSeconds(8),
        Duration.ofSeconds(2),
        Duration.ofSeconds(8));
  }

  /** The sum of all limits. */
  Duration together() {
    return companions.plus(requests).plus(upkeep).plus(http).plus(pool).plus(postgres);
  }
}
