package io.tapline.engine.store;

import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.TenantSetting;
import io.tapline.engine.store.PolicyVersions.KnownQueue;
import io.tapline.engine.store.ReservedIds.Reserved;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.StatementList;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/**
 * Writes new work that was decided before, with one statement (enqueue.sql#enqueue). Its rows are
 * those of the general path; the statement replaces the time of the decision by its own.
 */
public final class EnqueueStatement {

  private static final String FILE = SqlFile.load(EnqueueStatement.class, "enqueue/enqueue");
  private static final String CONDITION = "(select k.unchanged from known k)";
  private static final List<String> PARTS = List.of("subjects", "keys", "facts");

  // Equal inserts share one text, because the driver finds a prepared statement by its text.
  private static final Map<List<String>, NamedSql> TEXTS = new ConcurrentHashMap<>();

  private final Tx tx;
  private final Instant decidedAt;
  private final String decided;
  private final TransactionClockAndIds clockAndIds;
  private final BatchWriter writer;
  private Instant earliest = TimeText.MIN;
  private Instant latest = TimeText.MAX;
  private boolean unchanged;
  private Instant now;

  public EnqueueStatement(Tx tx, TemplateCache templateCache, Reserved reserved) {
    this.tx = tx;
    this.decidedAt = reserved.now();
    this.decided = TimeText.of(decidedAt);
    this.clockAndIds = TransactionClockAndIds.ahead(decidedAt, reserved.uids());
    this.writer = new BatchWriter(tx, templateCache, clockAndIds);
  }

  public ObjectRef next(Template template) {
    return clockAndIds.next(template);
  }

  /**
   * Adds a job with the action that enqueues it.
   *
   * @return false if the request contains the time of the decision, which the statement would
   *     replace
   */
  public boolean add(
      ObjectRef subject,
      Template template,
      String name,
      JsonNode properties,
      SubjectChange change,
      ActionEntry action)
      throws SQLException {
    var after = change.after();
    if (decidedAt.equals(after.dueAt()) || count(DocumentCodec.execution(action.note())) != 1) {
      return false;
    }
    if (after.readyAt().isAfter(decidedAt)) {
      latest = after.readyAt().isBefore(latest) ? after.readyAt() : latest;
    } else if (!after.readyAt().equals(decidedAt)) {
      earliest = after.readyAt().isAfter(earliest) ? after.readyAt() : earliest;
    }
    writer.create(subject, template, name, properties, change);
    writer.act(action);
    return true;
  }

  private int count(String document) {
    int found = 0;
    for (int at = document.indexOf(decided); at >= 0; at = document.indexOf(decided, at + 1)) {
      found++;
    }
    return found;
  }

  /**
   * Adds the statement to the round trip of its transaction.
   *
   * @param setting the template of the kill switch
   * @param queues the queues of the decisions
   * @param reserve number of identifiers that are drawn for the next statement
   */
  public void send(Template setting, Collection<KnownQueue> queues, int reserve, ReservedIds ids) {
    var texts = new ArrayList<String>();
    var bindings = new ArrayList<StatementList.Binding>();
    var inserts = writer.newWork();
    for (int i = 0; i < inserts.size(); i++) {
      if (!inserts.get(i).isEmpty()) {
        var part = inserts.get(i).part(decidedAt, CONDITION);
        texts.add(",\n" + PARTS.get(i) + " as (\n  " + part.sql() + ")");
        bindings.add(part.binding());
      }
    }
    tx.later(
        TEXTS.computeIfAbsent(texts, EnqueueStatement::text),
        row -> read(row, ids),
        Map.of(
            "decided",
            decided,
            "earliest",
            earliest,
            "latest",
            latest,
            "uids",
            queues.stream().mapToLong(known -> known.queue().uid()).toArray(),
            "versions",
            queues.stream().map(known -> known.version().xmin()).toArray(String[]::new),
            "setting",
            setting.uid(),
            "switch",
            TenantSetting.SUBSTRATE,
            "count",
            reserve),
        (connection, statement, first) -> {
          int next = first;
          for (var binding : bindings) {
            next = binding.bind(connection, statement, next);
          }
          return next;
        });
  }

  private static NamedSql text(List<String> inserts) {
    return NamedSql.of(FILE.replace("{rows}", String.join("", inserts)));
  }

  private boolean read(ResultSet row, ReservedIds ids) throws SQLException {
    unchanged = row.getBoolean("unchanged");
    now = TimeText.parse(row.getString("now"));
    ids.add(tx.tenantId(), row);
    return unchanged;
  }

  /** The time of the write; null if the statement found a change and wrote nothing. */
  public Instant writtenAt() {
    return unchanged ? now : null;
  }
}
