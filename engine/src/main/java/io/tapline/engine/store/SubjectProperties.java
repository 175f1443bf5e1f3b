package io.tapline.engine.store;

import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The properties that came with a subject. Readers do not notice whether they ride on its row or
 * stand beside it.
 */
public final class SubjectProperties {

  private static final NamedSql READ =
      NamedSql.load(SubjectProperties.class, "subject/subject_properties");

  /**
   * Above this, properties get an object of their own: the subject's row is rewritten at every
   * step.
   */
  public static final int INLINE_LIMIT = 1_500;

  /** What one subject may carry at all. */
  public static final int MAX_BYTES = 256 * 1024;

  private SubjectProperties() {}

  public static Map<Long, JsonNode> read(Tx tx, Collection<Long> subjects) throws SQLException {
    var found = new HashMap<Long, JsonNode>();
    if (!subjects.isEmpty()) {
      tx.query(
          READ,
          row ->
              found.put(
                  row.getLong("uid"), of(row.getString("properties"), row.getString("bulky"))),
          Map.of("uids", subjects.stream().mapToLong(Long::longValue).toArray()));
    }
    return found;
  }

  /** Null when they were not asked for. */
  static JsonNode of(String own, String bulky) {
    if (bulky != null) {
      return Json.parse(bulky);
    }
    return own == null ? null : own.equals("{}") ? Json.object() : Json.parse(own);
  }
}
