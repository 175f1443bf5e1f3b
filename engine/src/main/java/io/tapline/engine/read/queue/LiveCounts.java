package io.tapline.engine.read.queue;

import io.tapline.engine.model.Queue;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Live and open objects of all queues, counted as they are listed: leases by queue uid, dead
 * letters by queue key, and failures without a lease. The dead letters of a retired queue count for
 * its successor.
 */
record LiveCounts(
    Map<Long, Long> leasesByUid,
    Map<String, Long> lettersByKey,
    Map<Long, Long> retryableByUid,
    Map<Long, Long> terminalByUid) {

  private static final NamedSql LIVE = NamedSql.load(DecisionRows.class, "queue_stats/queues_live");

  static LiveCounts read(Tx tx, TemplateCache templateCache, Instant now) throws SQLException {
    var leases = new HashMap<Long, Long>();
    var letters = new HashMap<Long, Long>();
    var retryable = new HashMap<Long, Long>();
    var terminal = new HashMap<Long, Long>();
    tx.query(
        LIVE,
        row -> {
          leases.put(row.getLong("queue_uid"), row.getLong("active_leases"));
          retryable.put(row.getLong("queue_uid"), row.getLong("retryable"));
          terminal.put(row.getLong("queue_uid"), row.getLong("terminal"));
          if (row.getLong("dead_letters") > 0) {
            letters.put(row.getLong("queue_uid"), row.getLong("dead_letters"));
          }
          return null;
        },
        Map.of(
            "now",
            TimeText.of(now),
            "dead_letter",
            templateCache.template(tx, TemplateCache.DEAD_LETTER).uid()));
    var byKey = new HashMap<String, Long>();
    new DecisionRows(tx, templateCache)
        .queues()
        .byUid(letters.keySet())
        .forEach((uid, queue) -> byKey.merge(queue.key(), letters.get(uid), Long::sum));
    return new LiveCounts(leases, byKey, retryable, terminal);
  }

  long leases(Queue queue) {
    return leasesByUid.getOrDefault(queue.uid(), 0L);
  }

  /** Failures without a lease. */
  long retryable(Queue queue) {
    return retryableByUid.getOrDefault(queue.uid(), 0L);
  }

  long terminal(Queue queue) {
    return terminalByUid.getOrDefault(queue.uid(), 0L);
  }

  long deadLetters(Queue queue) {
    return lettersByKey.getOrDefault(queue.key(), 0L);
  }
}
