package io.tapline.engine.read.queue;

import io.tapline.engine.model.Queue;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.ClaimableWork;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.PolicyVersions;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;

/**
 * Claimable jobs of queues now and the time of the next one, for the dispatcher of waiting claims.
 */
public final class OutlookReads {

  private static final NamedSql OUTLOOK = NamedSql.load(DecisionRows.class, "queue/queue_outlook");
  private static final NamedSql PROSPECTS =
      NamedSql.load(DecisionRows.class, "queue/queue_prospects");

  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final PolicyVersions policies;

  public OutlookReads(TapDb tapDb, TemplateCache templateCache, PolicyVersions policies) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
    this.policies = policies;
  }

  /** The outlook of every enabled queue. */
  public List<QueueOutlook> every(long tenantId, int most) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var open = policies.all(tx).stream().filter(queue -> queue.policy().enabled()).toList();
          var now = ReadClock.read(tx);
          var found = new ArrayList<QueueOutlook>();
          for (var prospect : prospects(tx, open)) {
            // Most queues of a large tenant are empty, so only the others are counted.
            found.add(
                prospect.stocked()
                    ? outlooks(tx, prospect.queue(), now, most)
                    : outlook(prospect.queue(), 0, prospect.next(), now));
          }
          return found;
        });
  }

  /**
   * @param stocked whether there may be work for a claim
   * @param next the time of the next work without a further request, as text; null for none
   */
  private record Prospect(Queue queue, boolean stocked, String next) {}

  private static List<Prospect> prospects(Tx tx, List<Queue> queues) throws SQLException {
    var byUid = new HashMap<Long, Queue>();
    queues.forEach(queue -> byUid.put(queue.uid(), queue));
    return tx.query(
        PROSPECTS,
        row ->
            new Prospect(
                byUid.get(row.getLong("uid")), row.getBoolean("stocked"), row.getString("next")),
        ClaimableWork.parameters(queues));
  }

  /** The outlook of the enabled queues with these keys. */
  public List<QueueOutlook> outlooks(long tenantId, Set<String> queueKeys, int most) {
    return tapDb.snapshot(
        tenantId,
        tx ->
            outlooks(
                tx, new DecisionRows(tx, templateCache).queues().byKey(queueKeys).values(), most));
  }

  private List<QueueOutlook> outlooks(Tx tx, Iterable<Queue> queues, int most) throws SQLException {
    var now = ReadClock.read(tx);
    var found = new ArrayList<QueueOutlook>();
    for (var queue : queues) {
      if (queue.policy().enabled()) {
        found.add(outlooks(tx, queue, now, most));
      }
    }
    return found;
  }

  private QueueOutlook outlooks(Tx tx, Queue queue, Instant now, int most) throws SQLException {
    var parameters = ClaimCandidates.visibility(tx, templateCache, queue, now);
    parameters.put("most", most);
    return tx.query(
            OUTLOOK,
            row -> outlook(queue, row.getInt("claimable"), row.getString("next"), now),
            parameters)
        .get(0);
  }

  private static QueueOutlook outlook(Queue queue, int claimable, String next, Instant now) {
    return new QueueOutlook(
        queue.key(), claimable, next == null ? null : Duration.between(now, TimeText.parse(next)));
  }
}
