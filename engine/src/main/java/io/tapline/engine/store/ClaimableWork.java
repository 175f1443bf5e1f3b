package io.tapline.engine.store;

import io.tapline.engine.model.Queue;
import io.tapline.engine.model.ScopeFilter;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The work of a queue for one worker at one instant, whether or not other transactions have locked
 * it.
 *
 * @param lapsed whether a lease of the queue has lapsed and is not settled
 * @param matured whether a delayed job has become ready and is not promoted
 * @param ready whether a job can be claimed
 */
public record ClaimableWork(boolean lapsed, boolean matured, boolean ready) {

  // The database reads the clock: the statement may be sent before any time of the transaction is
  // known.
  static final NamedSql REMAINDER =
      NamedSql.of(
          SqlFile.load(ClaimableWork.class, "claim/claim_remainder")
              .replace(":now::timestamptz", "(select tapline.clock())"));
  private static final NamedSql STOCKED =
      NamedSql.load(DecisionRows.class, "queue/first_queue_with_work");

  /** Whether nothing was claimable at that instant. */
  public boolean none() {
    return !lapsed && !matured && !ready;
  }

  /** Reads all values with one statement, so that they belong to one instant. */
  public static ClaimableWork probe(
      Tx tx, TemplateCache templateCache, Queue queue, ScopeFilter worker) throws SQLException {
    var templates = ClaimCandidates.uids(ClaimCandidates.templates(tx, templateCache, queue));
    return tx.query(REMAINDER, ClaimableWork::of, parameters(queue, templates, worker)).get(0);
  }

  static ClaimableWork of(ResultSet row) throws SQLException {
    return new ClaimableWork(
        row.getBoolean("lapsed"), row.getBoolean("matured"), row.getBoolean("ready"));
  }

  /** The parameters of claim.sql#claim_remainder. */
  static Map<String, Object> parameters(Queue queue, long[] templates, ScopeFilter worker) {
    var parameters = ClaimCandidates.visibility(queue, templates);
    parameters.putAll(ClaimCandidates.reach(worker));
    parameters.put("queue_uid", queue.uid());
    return parameters;
  }

  /** A queue with work, and the kinds of its work. */
  public record QueueWork(Queue queue, ClaimableWork remainder) {}

  /** The first of these queues that has work for the worker. */
  public static Optional<QueueWork> first(
      Tx tx, TemplateCache templateCache, List<Queue> queues, ScopeFilter worker)
      throws SQLException {
    for (var queue : stocked(tx, queues, queues.size())) {
      var remainder = probe(tx, templateCache, queue, worker);
      if (!remainder.none()) {
        return Optional.of(new QueueWork(queue, remainder));
      }
    }
    return Optional.empty();
  }

  /** The first queues, in the given order, that may have work for a claim. */
  public static List<Queue> stocked(Tx tx, List<Queue> queues, int most) throws SQLException {
    var parameters = new HashMap<>(parameters(queues));
    parameters.put("most", most);
    var uids = tx.query(STOCKED, row -> row.getLong("uid"), parameters);
    return queues.stream().filter(queue -> uids.contains(queue.uid())).toList();
  }

  /** The parameters of queue.sql#queue_may_have_work. */
  public static Map<String, Object> parameters(List<Queue> queues) {
    return Map.of(
        "uids", queues.stream().mapToLong(Queue::uid).toArray(),
        "keys", queues.stream().map(Queue::key).toArray(String[]::new));
  }
}
