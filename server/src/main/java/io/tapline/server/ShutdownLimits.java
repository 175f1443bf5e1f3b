package io.tapline.server;

import java.time.Duration;

/**
 * How long each step of stopping may take; together less than the 45 seconds that a server is
 * promised to stop in. While the database cannot be reached no step waits for it, and all of them
 * together stay below the drain time.
 *
 * @param companions those that run beside the server, as the demo does
 * @param requests requests in flight: the drain time
 * @param upkeep a sweep that is under way, and what else is done from time to time
 * @param http HTTP, gRPC, streams, long polls, webhooks, executors of the server's own
 * @param pool the connections to the database
 * @param postgres the PostgreSQL that is the server's own; it goes on stopping by itself
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

  /** All of them, one after the other. */
  Duration together() {
    return companions.plus(requests).plus(upkeep).plus(http).plus(pool).plus(postgres);
  }
}
