package io.tapline.server;

import io.tapline.server.base.LifecycleLogger;
import io.tapline.server.database.OpenDatabase;
import io.tapline.tapdb.BuildVersion;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the start, the database, the migrations, the readiness and the stop of a server for
 * operators. It has no lines for single requests.
 */
final class LifecycleLog {

  private static final Logger LOG = LoggerFactory.getLogger(LifecycleLogger.NAME);

  private final long began = System.nanoTime();

  static LifecycleLog starting(List<String> packs) {
    LOG.info(
        "starting {} on Java {}; packs: {}",
        BuildVersion.text(),
        Runtime.version(),
        packs.isEmpty() ? "none" : String.join(", ", packs));
    return new LifecycleLog();
  }

  void opened(OpenDatabase database) {
    var schema = database.migrated();
    LOG.info("database: {}", database.place());
    if (schema.steps() == 0) {
      LOG.info("schema: at version {}, nothing to migrate", schema.to());
    } else {
      LOG.info(
          "schema: migrated from {} to version {} in {} steps",
          schema.from() == null ? "nothing" : "version " + schema.from(),
          schema.to(),
          schema.steps());
    }
  }

  void ready(Server server) {
    LOG.info(
        "ready at {}{} after {} ms",
        server.address(),
        server.grpcPort() == 0 ? "" : ", gRPC on port " + server.grpcPort() + ",",
        Duration.ofNanos(System.nanoTime() - began).toMillis());
  }

  static void leaving(Duration delay) {
    LOG.info("not ready; requests are served for another {} s", delay.toSeconds());
  }

  static void silentDatabase() {
    LOG.warn("the database does not answer; requests that wait for it get 503");
  }

  static void stopping() {
    LOG.info("stopping: no new claims, requests in flight finish");
  }

  static void stopped() {
    LOG.info("stopped");
  }
}
