package io.tapline.server.testing;

import io.tapline.postgres.ScratchDatabase;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** A digest of all rows of all tables: a difference proves a write. */
public final class TableDigest {

  /** Partitions are read by way of their table. */
  private static final String TABLES =
      """
      select c.relname from pg_class c
      where c.relnamespace = 'tapline'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition
      """;

  private TableDigest() {}

  /** Number of rows and a hash of their text, by table. */
  public static Map<String, String> of(ScratchDatabase scratch) {
    try (var connection = scratch.connect();
        var statement = connection.createStatement()) {
      var digest = new TreeMap<String, String>();
      try (var rows = statement.executeQuery(TABLES)) {
        while (rows.next()) {
          digest.put(rows.getString(1), "");
        }
      }
      for (var table : digest.entrySet()) {
        try (var rows =
            statement.executeQuery(
                "select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0)"
                    + " from tapline."
                    + table.getKey()
                    + " t")) {
          rows.next();
          table.setValue(rows.getString(1));
        }
      }
      return digest;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
