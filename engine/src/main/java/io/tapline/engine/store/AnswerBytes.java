package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How large an answer about many subjects may be. Its documents are read, parsed and printed in
 * memory, which takes several times their size, so a claim or a page of 500 large subjects would
 * fill the heap. The database measures them first, and an answer ends with the last that fits.
 */
public final class AnswerBytes {

  private static final NamedSql MEASURE =
      NamedSql.load(AnswerBytes.class, "subject/measure_subjects");

  private static final long LEAST = 1024 * 1024;
  private static final long LARGEST = 8 * 1024 * 1024;

  /** A part of the heap: several answers are made at the same time. */
  public static final long MOST =
      Math.max(LEAST, Math.min(LARGEST, Runtime.getRuntime().maxMemory() / 128));

  /**
   * So few fit in with whatever properties and results they have, and are not measured: the usual
   * claim costs nothing more.
   */
  private static final int FEW = (int) (MOST / SubjectProperties.MAX_BYTES / 2);

  private AnswerBytes() {}

  /**
   * The first rows of a list that fit in one answer.
   *
   * @param more whether the list goes on after them
   */
  public record Rows<T>(List<T> fitting, boolean more) {}

  /**
   * Reads a part of a list: at most so many rows, and at least one if there is any.
   *
   * @param list a statement with the parameters {@code limit} and {@code bytes} that returns no
   *     {@code properties} for rows beyond so many bytes
   */
  public static <T> Rows<T> read(
      Tx tx, NamedSql list, Tx.Row<T> row, Map<String, ?> parameters, int limit)
      throws SQLException {
    var asked = new HashMap<String, Object>(parameters);
    asked.put("bytes", MOST);
    // One more row shows that the list goes on.
    asked.put("limit", limit + 1);
    var rows =
        tx.query(
            list,
            found ->
                found.getString("properties") == null
                    ? Optional.<T>empty()
                    : Optional.of(row.read(found)),
            asked);
    var fitting =
        rows.stream().limit(limit).takeWhile(Optional::isPresent).map(Optional::get).toList();
    return new Rows<>(fitting, fitting.size() < rows.size());
  }

  /** Whether so many fit in one answer whatever they carry. */
  static boolean few(int subjects) {
    return subjects <= FEW;
  }

  /** The first of them that fit in one answer, and at least one. */
  public static List<Long> fitting(Tx tx, List<Long> uids) throws SQLException {
    if (few(uids.size())) {
      return uids;
    }
    var bytes = new HashMap<Long, Long>();
    tx.query(
        MEASURE,
        row -> bytes.put(row.getLong("uid"), row.getLong("bytes")),
        Map.of("uids", uids.stream().mapToLong(Long::longValue).toArray()));
    long sum = 0;
    for (int i = 0; i < uids.size(); i++) {
      sum += bytes.getOrDefault(uids.get(i), 0L);
      if (i > 0 && sum > MOST) {
        return uids.subList(0, i);
      }
    }
    return uids;
  }
}
