package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Reads the properties of jobs, which are in the row or in an object beside it. */
public final class SubjectProperties {

  private static final NamedSql READ =
      NamedSql.load(SubjectProperties.class, "subject/subject_properties");

  /** Larger properties are stored in an object: every step rewrites the job's row. */
  private static final int INLINE_LIMIT = 1_500;

  /** Limit for the properties of one job. */
  public static final int MAX_BYTES = 256 * 1024;

  private SubjectProperties() {}

  /** Whether these properties, as JSON text, are stored in an object; false for null. */
  public static boolean isLarge(String text) {
    return text != null
        && text.length() > INLINE_LIMIT / 3
        && text.getBytes(StandardCharsets.UTF_8).length > INLINE_LIMIT;
  }

  public static Map<Long, JsonNode> read(Tx tx, Collection<Long> subjects) throws SQLException {
    var found = new HashMap<Long, JsonNode>();
    if (!subjects.isEmpty()) {
      tx.query(
          READ,
          row ->
              found.put(
                  row.getLong("uid"),
                  SubjectColumns.properties(row.getString("properties"), row.getString("bulky"))),
          Map.of("uids", subjects.stream().mapToLong(Long::longValue).toArray()));
    }
    return found;
  }
}
