package io.tapline.engine;

import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import java.util.Set;

/** The depth of a queue as it is counted when the queue is large, however small it is. */
final class CountedAtOnce {

  private static final NamedSql COUNT =
      NamedSql.load(DecisionRows.class, "queue_stats/queue_depth_large");

  private CountedAtOnce() {}

  static long depth(InspectedTenant lab, String queueKey) {
    var templateCache = lab.engine().templateCache();
    return lab.engine()
        .tapDb()
        .transaction(
            lab.tenantId(),
            tx -> {
              var queue =
                  new DecisionRows(tx, templateCache)
                      .queues()
                      .byKey(Set.of(queueKey))
                      .get(queueKey);
              if (!queue.policy().enabled()) {
                return 0L;
              }
              var now =
                  tx.query(
                          "select tapline.time_text(tapline.clock())",
                          row -> TimeText.parse(row.getString(1)))
                      .get(0);
              var parameters = ClaimCandidates.visibility(tx, templateCache, queue, now);
              return tx.query(COUNT, row -> row.getLong("depth"), parameters).get(0);
            });
  }
}
