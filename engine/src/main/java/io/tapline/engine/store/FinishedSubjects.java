package io.tapline.engine.store;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/** Reads jobs in the order of their creation, to find those that have ended. */
public final class FinishedSubjects {

  private static final NamedSql AFTER =
      NamedSql.load(FinishedSubjects.class, "retention/finished_after");

  /** Number of jobs that one step reads. */
  public static final int STEP = 500;

  /**
   * A job at the time of the read.
   *
   * @param ended whether it has ended and is not archived
   * @param queueUid the queue of its newest lease, or null
   */
  @RecordBuilder
  public record SeenSubject(
      long uid,
      String euid,
      String revision,
      boolean ended,
      Instant createdAt,
      Instant changedAt,
      String queueKey,
      Long queueUid,
      Instant now) {}

  private FinishedSubjects() {}

  public static List<SeenSubject> after(Tx tx, TemplateCache templateCache, long uid)
      throws SQLException {
    return tx.query(
        AFTER, row -> seen(tx, templateCache, row), Map.of("after", uid, "limit", STEP));
  }

  /** The time of the database's clock. */
  public static Instant now(Tx tx) throws SQLException {
    return tx.query("select tapline.clock() as now", row -> time(row, "now")).get(0);
  }

  private static SeenSubject seen(Tx tx, TemplateCache templateCache, ResultSet row)
      throws SQLException {
    var template = templateCache.byUid(tx, row.getLong("template_uid"));
    return FinishedSubjectsSeenSubjectBuilder.builder()
        .uid(row.getLong("uid"))
        .euid(template.mint(row.getLong("uid")))
        .revision(row.getString("revision"))
        .ended(row.getBoolean("finished"))
        .createdAt(time(row, "created_dt"))
        .changedAt(time(row, "modified_dt"))
        .queueKey(row.getString("exec_queue_key"))
        .queueUid(row.getObject("queue_uid", Long.class))
        .now(time(row, "now"))
        .build();
  }

  private static Instant time(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
