package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

  /** The first of them that fit in one answer, and at least one. */
  public static List<Long> fitting(Tx tx, List<Long> uids) throws SQLException {
    if (uids.size() <= FEW) {
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
