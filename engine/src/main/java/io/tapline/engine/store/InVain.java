package io.tapline.engine.store;

import io.tapline.engine.model.Reach;
import io.tapline.engine.model.Scope;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Workers who serve some places only, and found nothing in a queue that is deep with work for
 * others: to find that out, a claim looks at all of it. Once that was slow several times in a row,
 * one looks for all who serve the same places, and rests in between, for a second at most. Work
 * that comes by this process and is for them is looked for at once.
 */
final class InVain {

  private static final int SHARE = 20;
  private static final long MOST_REST_NANOS = 1_000_000_000;
  private static final int MOST_QUEUES = 100_000;

  private final long slowNanos;
  private final int inARow;
  private final LongSupplier clock;
  private final Map<Head, Map<Reach, Search>> searches = new ConcurrentHashMap<>();

  private record Head(long tenantId, String queueKey) {}

  /** Some thousand subjects are passed in that time. */
  InVain() {
    this(10_000_000, 3, System::nanoTime);
  }

  InVain(long slowNanos, int inARow, LongSupplier clock) {
    this.slowNanos = slowNanos;
    this.inARow = inARow;
    this.clock = clock;
  }

  /** What is known of one queue and those who serve the same places. */
  private final class Search {

    private int slowTimes;
    private long restsUntil;

    private synchronized boolean begins() {
      if (slowTimes < inARow) {
        return true;
      }
      long now = clock.getAsLong();
      boolean rested = now - restsUntil >= 0;
      if (rested) {
        // The others wait for what this one finds.
        restsUntil = now + MOST_REST_NANOS;
      }
      return rested;
    }

    private synchronized void ended(boolean foundNothing, long took) {
      slowTimes = foundNothing && took >= slowNanos ? Math.min(inARow, slowTimes + 1) : 0;
      restsUntil = clock.getAsLong() + Math.min(MOST_REST_NANOS, SHARE * took);
    }
  }

  /** Nothing, without looking, when there is no point in it yet. */
  <T> List<T> look(long tenantId, String queueKey, Reach worker, Pace.Work<List<T>> look)
      throws SQLException {
    // Known before the look begins: what comes while it goes on takes the knowledge away with it.
    var search = of(tenantId, queueKey, worker);
    if (!search.begins()) {
      return List.of();
    }
    long start = clock.getAsLong();
    var found = look.run();
    search.ended(found.isEmpty(), clock.getAsLong() - start);
    return found;
  }

  private Search of(long tenantId, String queueKey, Reach worker) {
    if (searches.size() >= MOST_QUEUES) {
      searches.clear();
    }
    return searches
        .computeIfAbsent(new Head(tenantId, queueKey), head -> new ConcurrentHashMap<>())
        .computeIfAbsent(worker, reach -> new Search());
  }

  /** Work has come to a queue, for whoever serves this place. */
  void came(long tenantId, String queueKey, Scope scope) {
    if (!searches.isEmpty() && queueKey != null) {
      var some = searches.get(new Head(tenantId, queueKey));
      if (some != null) {
        some.keySet().removeIf(reach -> reach.admitsNamed(scope));
      }
    }
  }
}
