package io.tapline.engine.store;

import io.tapline.engine.model.EnvelopeBuilder;
import io.tapline.engine.model.Subject;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.Map;

/** Tombstones in the form of jobs: without name, properties, attempts or other evidence. */
final class RetiredSubjects {

  private static final NamedSql READ =
      NamedSql.load(RetiredSubjects.class, "retention/retired_subjects");

  private RetiredSubjects() {}

  /**
   * Adds the tombstones of missing jobs. The statement is sent only if a job is missing, so a step,
   * which finds all of its jobs, has no additional cost.
   */
  static void addMissing(
      Tx tx, TemplateCache templateCache, Collection<Long> uids, Map<Long, SubjectRow> found)
      throws SQLException {
    var missing =
        uids.stream().filter(uid -> !found.containsKey(uid)).mapToLong(Long::longValue).toArray();
    if (missing.length > 0) {
      tx.query(
          READ,
          row -> found.put(row.getLong("uid"), read(tx, templateCache, row)),
          Map.of("uids", missing));
    }
  }

  private static SubjectRow read(Tx tx, TemplateCache templateCache, ResultSet row)
      throws SQLException {
    var execution =
        EnvelopeBuilder.builder(DocumentCodec.envelope(row.getString("execution")))
            .workflowEuid(row.getString("workflow_euid"))
            .compensates(row.getString("compensates"))
            .build();
    var subject =
        new Subject(
            row.getLong("uid"),
            row.getString("euid"),
            templateCache.codeOf(tx, row.getLong("template_uid")),
            null,
            row.getObject("created_dt", OffsetDateTime.class).toInstant(),
            row.getObject("modified_dt", OffsetDateTime.class).toInstant(),
            execution);
    return SubjectRow.unattempted(subject, null, Json.object(), false);
  }
}
