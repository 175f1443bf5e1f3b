package io.tapline.engine.read;

import io.tapline.engine.model.Queue;
import io.tapline.engine.store.Candidates;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.QueueBook;
import io.tapline.engine.store.Rows;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Which queues have work, and when they will have more: for whoever keeps workers waiting. */
public final class OutlookReads {

  private static final NamedSql OUTLOOK = NamedSql.load(Rows.class, "queue_outlook");

  private final TapDb tapDb;
  private final Kinds kinds;
  private final QueueBook book;

  OutlookReads(TapDb tapDb, Kinds kinds) {
    this.tapDb = tapDb;
    this.kinds = kinds;
    this.book = new QueueBook(kinds);
    tapDb.onNewLife(book::forgetAll);
  }

  /** Of every queue that is open. */
  public List<Outlook> every(long tenantId, int most) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var open = book.all(tx).stream().filter(queue -> queue.policy().enabled()).toList();
          var now = Now.read(tx);
          var found = new ArrayList<Outlook>();
          for (var prospect : QueueBook.prospects(tx, open)) {
            // Most of a thousand queues are empty: what is in them need not be counted.
            found.add(
                prospect.stocked()
                    ? of(tx, prospect.queue(), now, most)
                    : outlook(prospect.queue(), 0, prospect.next(), now));
          }
          return found;
        });
  }

  /** Of the queues with these keys, as far as they are open. */
  public List<Outlook> of(long tenantId, Set<String> queueKeys, int most) {
    return tapDb.snapshot(
        tenantId, tx -> of(tx, new Rows(tx, kinds).queuesByKey(queueKeys).values(), most));
  }

  private List<Outlook> of(Tx tx, Iterable<Queue> queues, int most) throws SQLException {
    var now = Now.read(tx);
    var found = new ArrayList<Outlook>();
    for (var queue : queues) {
      if (queue.policy().enabled()) {
        found.add(of(tx, queue, now, most));
      }
    }
    return found;
  }

  private Outlook of(Tx tx, Queue queue, Instant now, int most) throws SQLException {
    var parameters = Candidates.visibility(tx, kinds, queue, now);
    parameters.put("most", most);
    return tx.query(
            OUTLOOK,
            row -> outlook(queue, row.getInt("claimable"), row.getString("next"), now),
            parameters)
        .get(0);
  }

  private static Outlook outlook(Queue queue, int claimable, String next, Instant now) {
    return new Outlook(
        queue.key(), claimable, next == null ? null : Duration.between(now, TimeText.parse(next)));
  }
}
