package io.tapline.bench.contender;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tapline.bench.host.BenchDatabase;

/** The connection pool of the Java peers. */
final class PeerPool {

  private PeerPool() {}

  static HikariDataSource open(BenchDatabase at, int connections) {
    var config = new HikariConfig();
    // The driver combines batched inserts into multi-row ones, as its documentation recommends.
    config.setJdbcUrl(at.jdbcUrl("reWriteBatchedInserts=true"));
    config.setUsername(at.user());
    config.setPassword(at.password());
    config.setMaximumPoolSize(connections);
    return new HikariDataSource(config);
  }
}
