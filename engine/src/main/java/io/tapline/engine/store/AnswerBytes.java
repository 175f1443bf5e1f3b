package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Limits the size of an answer about many jobs. The documents are read, parsed and printed in
 * memory, which takes several times their size, so a claim or a page of 500 large jobs would fill
 * the heap. The database measures them first, and an answer ends with the last one that fits.
 */
public final class AnswerBytes {

  private static final NamedSql MEASURE =
      NamedSql.load(AnswerBytes.class, "subject/measure_subjects");

  private static final long LEAST = 1024 * 1024;
  private static final long LARGEST = 8 * 1024 * 1024;

  /** A part of the heap, because several answers are built concurrently. */
  public static final long MOST =
      Math.max(LEAST, Math.min(LARGEST, Runtime.getRuntime().maxMemory() / 128));

  /**
   * Up to this number, jobs of any size fit and are not measured: the usual claim has no additional
   * cost.
   */
  private static final int FEW = (int) (MOST / SubjectProperties.MAX_BYTES / 2);

  private AnswerBytes() {}

  /**
   * The first rows of a list that fit in one answer.
   *
   * @param more whether the list has further rows
   */
  public record Rows<T>(List<T> fitting, boolean more) {}

  /**
   * Reads a part of a list: at most {@code limit} rows, and at least one if there is any.
   *
   * @param list a statement with the parameters {@code limit} and {@code bytes} that returns no
   *     {@code properties} for rows beyond this number of bytes
   */
  public static <T> Rows<T> read(
      Tx tx, NamedSql list, Tx.Row<T> row, Map<String, ?> parameters, int limit)
      throws SQLException {
    var measured = new HashMap<String, Object>(parameters);
    measured.put("bytes", MOST);
    // One more row shows that the list goes on.
    measured.put("limit", limit + 1);
    var rows =
        tx.query(
            list,
            found ->
                found.getString("properties") == null
                    ? Optional.<T>empty()
                    : Optional.of(row.read(found)),
            measured);
    var fitting =
        rows.stream().limit(limit).takeWhile(Optional::isPresent).map(Optional::get).toList();
    return new Rows<>(fitting, fitting.size() < rows.size());
  }

  /** Whether this number of jobs fits in one answer at any size. */
  static boolean few(int subjects) {
    return subjects <= FEW;
  }

  /** The first of these jobs that fit in one answer; at least one. */
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
