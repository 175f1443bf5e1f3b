package io.tapline.bench.host;

import io.tapline.tapdb.SqlFile;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The resources that PostgreSQL has used so far.
 *
 * @param walBytes WAL of the whole server, which runs one contender at a time
 * @param commits commits of this database, including read-only transactions
 * @param deadTuples updated or deleted row versions of this database, whether or not they are
 *     vacuumed
 */
public record PostgresUsage(long walBytes, long commits, long deadTuples) {

  static PostgresUsage read(Connection admin) throws SQLException {
    try (var statement = admin.createStatement()) {
      statement.execute("select pg_stat_force_next_flush()");
      try (var rows = statement.executeQuery(SqlFile.load(PostgresUsage.class, "postgres/usage"))) {
        rows.next();
        return new PostgresUsage(rows.getLong(1), rows.getLong(2), rows.getLong(3));
      }
    }
  }

  long indexEntriesSince(PostgresUsage before, Connection admin) throws SQLException {
    try (var statement = admin.createStatement()) {
      statement.execute("create extension if not exists pg_walinspect");
    }
    var entries = SqlFile.load(PostgresUsage.class, "postgres/index_entries");
    try (var statement = admin.prepareStatement(entries)) {
      statement.setLong(1, before.walBytes);
      statement.setLong(2, walBytes);
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  public PostgresUsage since(PostgresUsage before) {
    return new PostgresUsage(
        walBytes - before.walBytes, commits - before.commits, deadTuples - before.deadTuples);
  }
}
