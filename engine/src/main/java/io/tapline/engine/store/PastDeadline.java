package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Jobs whose deadline has passed. */
public final class PastDeadline {

  private static final NamedSql PAST = NamedSql.load(PastDeadline.class, "subject/past_deadline");

  /** A job with the revision at the time of the read. */
  public record LateSubject(String subjectEuid, String revision) {}

  private PastDeadline() {}

  public static List<LateSubject> any(Tx tx) throws SQLException {
    return tx.query(
        PAST,
        row -> new LateSubject(row.getString("euid"), row.getString("revision")),
        Map.of("limit", LapsedLeases.STEP));
  }
}
