package io.tapline.bench.contender;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tapline.bench.host.BenchDatabase;

/** A connection pool as the Java peers get it. */
final class PeerPool {

  private PeerPool() {}

  static HikariDataSource open(BenchDatabase at, int connections) {
    var config = new HikariConfig();
    // Batches of inserts become multi-row ones: the driver's own advice for bulk inserts.
    config.setJdbcUrl(at.jdbcUrl("reWriteBatchedInserts=true"));
    config.setUsername(at.user());
    config.setPassword(at.password());
    config.setMaximumPoolSize(connections);
    return new HikariDataSource(config);
  }
}
