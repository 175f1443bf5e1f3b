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
 * How many subjects could be claimed from a queue. Small queues are counted whenever somebody asks;
 * large ones once for all who ask, and very large ones never while somebody waits.
 */
public final class QueueDepths {

  /** No queue gets from here to where it is counted exactly while such a count is still recent. */
  private static final int FAR_ABOVE = 5 * QueueReads.EXACT_DEPTH;

  /** Counting what nobody looks at takes at most this part of the time. */
  private static final int SHARE = 10;

  /** Somebody who has asked for it so lately is still looking. */
  private static final Duration WATCHED = Duration.ofMinutes(1);

  /**
   * A count of this age is renewed, so that none is shown that is older than {@link
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

  /** Large queues, and since when they are looked at no more. */
  private final Map<Key, Instant> watched = new ConcurrentHashMap<>();

  /** Once upkeep calls {@link #recount}, reads leave the counting to it. */
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
   * @param oldest since when the one has waited that has waited longest; null when there is none
   * @param newest the same of the last one; null too where only a sample is known
   * @param took to count it; zero where only a sample is known
   */
  public record Depth(
      long count, Instant oldest, Instant newest, Instant computedAt, Duration took) {}

  /**
   * For somebody who waits for the answer. What was last known of a very large queue is better than
   * seconds of waiting, and says how old it is; it is then counted.
   */
  public Depth asked(Tx tx, Queue queue, Instant now) throws SQLException {
    return queue.policy().enabled() ? inLine(tx, queue, now) : nothing(now);
  }

  /**
   * The same, whether the queue is paused or not: what could be claimed from it, or could if it
   * were resumed.
   */
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

  /** For somebody who has the time. */
  public Depth counted(Tx tx, Queue queue, Instant now) throws SQLException {
    if (!queue.policy().enabled()) {
      return nothing(now);
    }
    var small = small(tx, queue, now);
    return small != null ? small : large(tx, queue, now, QueueReads.DEPTH_AGE);
  }

  /** Somebody looks at it, and will again. */
  void watch(Tx tx, Queue queue, Instant now) {
    var key = Key.of(tx, queue);
    if (large.containsKey(key)) {
      watched.put(key, now.plus(WATCHED));
    }
  }

  /**
   * Counts large queues before their counts are too old; queues whose count was asked for go first.
   */
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
    // What is paused is counted for those who look at it only.
    if (queue == null || !queue.policy().enabled() && until == null) {
      watched.remove(key);
      large.remove(key);
      return;
    }
    large(tx, queue, now, until == null ? rest(large.get(key)) : OFTEN);
    if (until != null && until.isBefore(now)) {
      // Unless somebody has come back meanwhile.
      watched.remove(key, until);
    }
  }

  /** How old the count of a queue may become that nobody looks at. */
  private static Duration rest(Depth known) {
    var paid = known == null ? OFTEN : known.took().multipliedBy(SHARE);
    return paid.compareTo(OFTEN) < 0 ? OFTEN : paid;
  }

  /** Nothing can be claimed from a paused queue. */
  private static Depth nothing(Instant now) {
    return new Depth(0, null, null, now, Duration.ZERO);
  }

  /** Exact and current; null when there are more. */
  private Depth small(Tx tx, Queue queue, Instant now) throws SQLException {
    var parameters = ClaimCandidates.visibility(tx, templateCache, queue, now);
    parameters.put("most", QueueReads.EXACT_DEPTH + 1);
    var counted = count(tx, DEPTH, parameters, now);
    return counted.count() <= QueueReads.EXACT_DEPTH ? counted : null;
  }

  /** Counted once for all who ask within some seconds. */
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

  /** What is known without counting: what this server counted, or the last sample of any. */
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
    parameters.put("apart", ClaimCandidates.subjectsOnHold(tx, templateCache));
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
