package io.tapline.engine.read.evidence;

import io.tapline.api.DeadLetterGroups;
import io.tapline.engine.read.base.SetReadPlanning;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Counts the dead letters that match a filter, grouped by common properties. */
final class DeadLetterGroupReads {

  private static final NamedSql GROUPS =
      NamedSql.load(DecisionRows.class, "dead_letter/dead_letter_groups");

  private record Row(String grouped, DeadLetterGroups.Group group) {}

  private DeadLetterGroupReads() {}

  static DeadLetterGroups read(
      Tx tx, TemplateCache templateCache, String[] statuses, DeadLetterFilter filter)
      throws SQLException {
    var parameters = new HashMap<String, Object>();
    parameters.put("template", templateCache.template(tx, TemplateCache.DEAD_LETTER).uid());
    parameters.put("statuses", statuses);
    parameters.put("queue", filter.queueKey());
    parameters.put("reason_code", filter.reasonCode());
    parameters.put("stage", filter.stage());
    parameters.put("error", filter.error());
    parameters.put("message", filter.message());
    parameters.put("most", DeadLetterGroups.MOST);
    SetReadPlanning.allow(tx);
    var rows =
        tx.query(
            GROUPS,
            row ->
                new Row(
                    row.getString("grouped"),
                    new DeadLetterGroups.Group(row.getString("value"), row.getLong("letters"))),
            parameters);
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

  private static List<DeadLetterGroups.Group> of(List<Row> rows, String grouped) {
    var groups = new ArrayList<DeadLetterGroups.Group>();
    rows.stream().filter(row -> row.grouped().equals(grouped)).map(Row::group).forEach(groups::add);
    return groups;
  }
}
