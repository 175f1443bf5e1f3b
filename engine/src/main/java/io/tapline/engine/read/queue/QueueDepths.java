package io.tapline.engine.read.queue;

import io.tapline.engine.model.Queue;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.base.SetReadPlanning;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.QueueSamples;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The number of claimable jobs of a queue. Small queues are counted for each request, large ones
 * once for all requests within some seconds, and very large ones only in the background.
 */
public final class QueueDepths {

  /** A queue cannot shrink from this depth to an exactly counted one while a count is recent. */
  private static final int FAR_ABOVE = 5 * QueueReads.EXACT_DEPTH;

  /** Counting queues without readers takes at most one part in this many of the time. */
  private static final int SHARE = 10;

  /** A queue counts as watched for this long after a request for its depth. */
  private static final Duration WATCHED = Duration.ofMinutes(1);

  /**
   * Age at which a count is renewed, so that no reader gets one older than {@link
   * QueueReads#DEPTH_AGE}.
   */
  private static final Duration OFTEN = QueueReads.DEPTH_AGE.dividedBy(2);

  private static final NamedSql DEPTH =
      NamedSql.load(DecisionRows.class, "queue_stats/queue_depth");
  private static final NamedSql LARGE_DEPTH =
      NamedSql.load(DecisionRows.class, "queue_stats/queue_depth_large");

  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final Map<Key, Depth> large = new ConcurrentHashMap<>();
  private final Map<Key, ReentrantLock> countings = new ConcurrentHashMap<>();

  /** Large queues, with the time at which they stop being watched. */
  private final Map<Key, Instant> watched = new ConcurrentHashMap<>();

  /** Set once upkeep calls {@link #recount}; from then on reads do not count large queues. */
  private volatile boolean kept;

  QueueDepths(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  private record Key(long tenantId, String queueKey) {
    static Key of(Tx tx, Queue queue) {
      return new Key(tx.tenantId(), queue.key());
    }
  }

  /**
   * @param oldest the time since which the oldest job has waited; null without jobs
   * @param newest the time since which the newest job has waited; null also for a sample
   * @param took the duration of the count; zero for a sample
   */
  public record Depth(
      long count, Instant oldest, Instant newest, Instant computedAt, Duration took) {}

  /**
   * For a caller that waits. A very large queue returns its last count, which has its time, and is
   * counted afterwards.
   */
  public Depth read(Tx tx, Queue queue, Instant now) throws SQLException {
    return queue.policy().enabled() ? inLine(tx, queue, now) : nothing(now);
  }

  /** Includes a paused queue: the jobs that would be claimable if it were resumed. */
  Depth inLine(Tx tx, Queue queue, Instant now) throws SQLException {
    var known = large.get(Key.of(tx, queue));
    if (known != null && known.count() > FAR_ABOVE && recent(known, now, QueueReads.DEPTH_AGE)) {
      return known;
    }
    var small = small(tx, queue, now);
    if (small != null) {
      return small;
    }
    var last = kept ? last(tx, queue) : null;
    if (last == null || last.count() <= FAR_ABOVE) {
      return large(tx, queue, now, QueueReads.DEPTH_AGE);
    }
    watched.putIfAbsent(Key.of(tx, queue), now);
    return last;
  }

  /** For a caller that can wait for an exact count. */
  public Depth counted(Tx tx, Queue queue, Instant now) throws SQLException {
    if (!queue.policy().enabled()) {
      return nothing(now);
    }
    var small = small(tx, queue, now);
    return small != null ? small : large(tx, queue, now, QueueReads.DEPTH_AGE);
  }

  /** Marks the queue as watched. */
  void watch(Tx tx, Queue queue, Instant now) {
    var key = Key.of(tx, queue);
    if (large.containsKey(key)) {
      watched.put(key, now.plus(WATCHED));
    }
  }

  /** Counts large queues before their counts become too old; watched queues come first. */
  void recount() {
    kept = true;
    var keys = new LinkedHashSet<>(watched.keySet());
    keys.addAll(large.keySet());
    for (var key : keys) {
      tapDb.snapshot(
          key.tenantId(),
          tx -> {
            recount(tx, key);
            return null;
          });
    }
  }

  private void recount(Tx tx, Key key) throws SQLException {
    var now = ReadClock.read(tx);
    var queue =
        new DecisionRows(tx, templateCache)
            .queues()
            .byKey(Set.of(key.queueKey()))
            .get(key.queueKey());
    var until = watched.get(key);
    // A paused queue is counted only while it is watched.
    if (queue == null || !queue.policy().enabled() && until == null) {
      watched.remove(key);
      large.remove(key);
      return;
    }
    large(tx, queue, now, until == null ? rest(large.get(key)) : OFTEN);
    if (until != null && until.isBefore(now)) {
      // Keeps the entry if it was renewed meanwhile.
      watched.remove(key, until);
    }
  }

  /** The maximum age of the count of a queue without readers. */
  private static Duration rest(Depth known) {
    var paid = known == null ? OFTEN : known.took().multipliedBy(SHARE);
    return paid.compareTo(OFTEN) < 0 ? OFTEN : paid;
  }

  /** A paused queue has no claimable jobs. */
  private static Depth nothing(Instant now) {
    return new Depth(0, null, null, now, Duration.ZERO);
  }

  /** Exact and current; null for a larger queue. */
  private Depth small(Tx tx, Queue queue, Instant now) throws SQLException {
    var parameters = ClaimCandidates.visibility(tx, templateCache, queue, now);
    parameters.put("most", QueueReads.EXACT_DEPTH + 1);
    var counted = count(tx, DEPTH, parameters, now);
    return counted.count() <= QueueReads.EXACT_DEPTH ? counted : null;
  }

  /** Counted once for all requests within some seconds. */
  private Depth large(Tx tx, Queue queue, Instant now, Duration age) throws SQLException {
    var key = Key.of(tx, queue);
    var known = large.get(key);
    if (recent(known, now, age)) {
      return known;
    }
    var counting = countings.computeIfAbsent(key, one -> new ReentrantLock());
    counting.lock();
    try {
      known = large.get(key);
      if (recent(known, now, age)) {
        return known;
      }
      var counted = countAtOnce(tx, queue, now);
      if (counted.count() > QueueReads.EXACT_DEPTH) {
        large.put(key, counted);
      } else {
        large.remove(key);
        watched.remove(key);
      }
      return counted;
    } finally {
      counting.unlock();
    }
  }

  /**
   * The last value without counting: the count of this server, or the newest sample of any server.
   */
  private Depth last(Tx tx, Queue queue) throws SQLException {
    var known = large.get(Key.of(tx, queue));
    var sample = QueueSamples.newest(tx, queue.key());
    if (sample == null || known != null && !sample.takenAt().isAfter(known.computedAt())) {
      return known;
    }
    var then = Json.read(sample.sample(), QueueSample.class);
    var oldest =
        then.oldestAgeSeconds() == null
            ? null
            : sample.takenAt().minusMillis(Math.round(then.oldestAgeSeconds() * 1000));
    return new Depth(then.depth(), oldest, null, sample.takenAt(), Duration.ZERO);
  }

  private static boolean recent(Depth known, Instant now, Duration age) {
    return known != null && !known.computedAt().plus(age).isBefore(now);
  }

  private Depth countAtOnce(Tx tx, Queue queue, Instant now) throws SQLException {
    var parameters = ClaimCandidates.visibility(tx, templateCache, queue, now);
    SetReadPlanning.forTheseValues(tx);
    var depth = count(tx, LARGE_DEPTH, parameters, now);
    SetReadPlanning.forbid(tx);
    return depth;
  }

  private static Depth count(Tx tx, NamedSql counting, Map<String, Object> parameters, Instant now)
      throws SQLException {
    long began = System.nanoTime();
    return tx.query(
            counting,
            row ->
                new Depth(
                    row.getLong("depth"),
                    time(row.getString("oldest")),
                    time(row.getString("newest")),
                    now,
                    Duration.ofNanos(System.nanoTime() - began)),
            parameters)
        .get(0);
  }

  private static Instant time(String text) {
    return text == null ? null : TimeText.parse(text);
  }
}
