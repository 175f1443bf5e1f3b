package io.tapline.engine;

import io.tapline.engine.store.Candidates;
import io.tapline.engine.store.Rows;
import io.tapline.engine.testing.Lab;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import java.util.Set;

/** The depth of a queue as it is counted when the queue is large, however small it is. */
final class CountedAtOnce {

  private static final NamedSql COUNT = NamedSql.load(Rows.class, "queue_depth_large");

  private CountedAtOnce() {}

  static long depth(Lab lab, String queueKey) {
    var kinds = lab.engine().kinds();
    return lab.engine()
        .tapDb()
        .transaction(
            lab.tenantId(),
            tx -> {
              var queue = new Rows(tx, kinds).queuesByKey(Set.of(queueKey)).get(queueKey);
              if (!queue.policy().enabled()) {
                return 0L;
              }
              var now =
                  tx.query(
                          "select tapline.time_text(tapline.clock())",
                          row -> TimeText.parse(row.getString(1)))
                      .get(0);
              var parameters = Candidates.visibility(tx, kinds, queue, now);
              parameters.put("apart", Candidates.apart(tx, kinds));
              return tx.query(COUNT, row -> row.getLong("depth"), parameters).get(0);
            });
  }
}
