package io.tapline.engine.read;

import io.tapline.engine.model.Queue;
import io.tapline.engine.store.Candidates;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Rows;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
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

  OutlookReads(TapDb tapDb, Kinds kinds) {
    this.tapDb = tapDb;
    this.kinds = kinds;
  }

  /** Of every queue that is open. */
  public List<Outlook> every(long tenantId, int most) {
    return tapDb.snapshot(tenantId, tx -> of(tx, new Rows(tx, kinds).queues(), most));
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
        var parameters = Candidates.visibility(tx, kinds, queue, now);
        parameters.put("most", most);
        found.add(tx.query(OUTLOOK, row -> outlook(row, queue, now), parameters).get(0));
      }
    }
    return found;
  }

  private static Outlook outlook(ResultSet row, Queue queue, Instant now) throws SQLException {
    var next = row.getString("next");
    return new Outlook(
        queue.key(),
        row.getInt("claimable"),
        next == null ? null : Duration.between(now, TimeText.parse(next)));
  }
}
