package io.tapline.engine.read.evidence;

import io.tapline.engine.read.base.SetReadPlanning;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * How many dead letters there are, and of which kinds: the largest groups first. Each list leaves
 * its own filter aside, so that the other groups are still there to choose from.
 *
 * @param total all that pass the filter
 * @param errors by error class, or by reason where there is none
 * @param messages by the beginning of what the error said
 * @param queues by the queue that they failed in; null for none
 * @param anyError how many there are of all errors, listed here or not; so for messages and queues
 */
public record DeadLetterGroups(
    long total,
    List<Group> errors,
    List<Group> messages,
    List<Group> queues,
    long anyError,
    long anyMessage,
    long anyQueue) {

  /** At most so many groups of each kind are listed. */
  public static final int MOST = 50;

  private static final NamedSql GROUPS =
      NamedSql.load(DecisionRows.class, "dead_letter/dead_letter_groups");

  /** Some that have something in common. */
  public record Group(String value, long count) {}

  private record Row(String grouped, Group group) {}

  static DeadLetterGroups read(
      Tx tx, TemplateCache templateCache, String[] statuses, DeadLetterFilter filter)
      throws SQLException {
    var asked = new HashMap<String, Object>();
    asked.put("template", templateCache.template(tx, TemplateCache.DEAD_LETTER).uid());
    asked.put("statuses", statuses);
    asked.put("queue", filter.queueKey());
    asked.put("reason_code", filter.reasonCode());
    asked.put("stage", filter.stage());
    asked.put("error", filter.error());
    asked.put("message", filter.message());
    asked.put("most", MOST);
    SetReadPlanning.allow(tx);
    var rows =
        tx.query(
            GROUPS,
            row ->
                new Row(
                    row.getString("grouped"),
                    new Group(row.getString("value"), row.getLong("letters"))),
            asked);
    return new DeadLetterGroups(
        count(rows, "total"),
        of(rows, "error"),
        of(rows, "message"),
        of(rows, "queue"),
        count(rows, "any_error"),
        count(rows, "any_message"),
        count(rows, "any_queue"));
  }

  private static long count(List<Row> rows, String counted) {
    return of(rows, counted).get(0).count();
  }

  private static List<Group> of(List<Row> rows, String grouped) {
    var groups = new ArrayList<Group>();
    rows.stream().filter(row -> row.grouped().equals(grouped)).map(Row::group).forEach(groups::add);
    return groups;
  }
}
