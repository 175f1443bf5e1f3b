package io.tapline.engine.store;

import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * State that new work is decided on before its statement is sent: queues with the versions of their
 * rows, identifiers, and the database's clock. Without it an enqueue has two more trips. The
 * statement compares the versions and has its own time, so a hint that is out of date costs a
 * second try on the general path, and never a wrong decision.
 */
public final class EnqueueHints {

  private static final NamedSql QUEUES =
      NamedSql.load(EnqueueHints.class, "enqueue/queue_versions");
  private static final NamedSql DRAW =
      NamedSql.load(EnqueueHints.class, "action/transaction_clock_and_ids");

  /** Queues and tenants: a bound on memory. */
  private static final int MOST = 10_000;

  /** Identifiers of a tenant: a bound on those that a server which stops has drawn in vain. */
  private static final int MOST_RESERVED = 8_192;

  /**
   * How long identifiers may wait for their use. Lists of jobs and the ages of queues take the
   * order of uids for the order of creation.
   */
  static final Duration RESERVED_FOR = Duration.ofSeconds(10);

  private final Map<QueueKey, KnownQueue> queues = new ConcurrentHashMap<>();
  private final Map<Long, TenantIds> ids = new ConcurrentHashMap<>();

  private record QueueKey(long tenantId, String queueKey) {}

  /**
   * A queue and the transaction that wrote its row last.
   *
   * @param version as the column xmin has it
   */
  public record KnownQueue(Queue queue, String version) {}

  /**
   * Identifiers in ascending order.
   *
   * @param now about the time of the database
   */
  public record Reserved(Instant now, Long[] uids) {}

  private record Drawn(long nanos, Long[] uids) {

    boolean isFresh() {
      return System.nanoTime() - nanos < RESERVED_FOR.toNanos();
    }
  }

  /** Null when it is not known. */
  public KnownQueue queue(long tenantId, String queueKey) {
    return queues.get(new QueueKey(tenantId, queueKey));
  }

  /** Whether {@link #take} has so many identifiers. */
  public boolean has(long tenantId, int count) {
    var own = ids.get(tenantId);
    return own != null && own.has(count);
  }

  /** Each identifier is given once; null when there are not so many. */
  public Reserved take(long tenantId, int count) {
    var own = ids.get(tenantId);
    return own == null ? null : own.take(count);
  }

  /** Reads queues, and draws so many identifiers. */
  public void read(Tx tx, TemplateCache templateCache, Collection<String> queueKeys, int count)
      throws SQLException {
    if (queues.size() >= MOST || ids.size() >= MOST) {
      forgetAll();
    }
    if (!queueKeys.isEmpty()) {
      tx.later(
          QUEUES,
          row -> {
            var known = queue(row);
            return queues.put(new QueueKey(tx.tenantId(), known.queue().key()), known);
          },
          Map.of(
              "keys",
              queueKeys.toArray(String[]::new),
              "template",
              templateCache.template(tx, TemplateCache.QUEUE).uid()));
    }
    tx.later(
        DRAW,
        row -> {
          add(tx.tenantId(), row);
          return null;
        },
        Map.of("count", count));
    tx.flush();
  }

  /** From the columns {@code now} and {@code uids}. */
  void add(long tenantId, ResultSet row) throws SQLException {
    ids.computeIfAbsent(tenantId, none -> new TenantIds())
        .add(
            TimeText.parse(row.getString("now")),
            new Drawn(System.nanoTime(), (Long[]) row.getArray("uids").getArray()));
  }

  public void forget(long tenantId, Collection<String> queueKeys) {
    queueKeys.forEach(key -> queues.remove(new QueueKey(tenantId, key)));
  }

  /** Others draw identifiers now: those that wait would be used after greater ones. */
  public void dropReserved(long tenantId) {
    ids.remove(tenantId);
  }

  /** In another life of the database identifiers of this one may be given again. */
  public void forgetAll() {
    queues.clear();
    ids.clear();
  }

  private static KnownQueue queue(ResultSet r) throws SQLException {
    return new KnownQueue(
        new Queue(
            r.getLong("uid"),
            r.getString("euid"),
            Json.read(r.getString("properties"), QueuePolicy.class)),
        r.getString("version"));
  }

  /** The reserved identifiers of one tenant, the oldest first, and its clock. */
  private static final class TenantIds {
    private final ArrayDeque<Drawn> reserved = new ArrayDeque<>();
    private int count;
    private Instant readAt;
    private long readNanos;

    synchronized void add(Instant now, Drawn drawn) {
      readAt = now;
      readNanos = drawn.nanos();
      reserved.addLast(drawn);
      count += drawn.uids().length;
      while (count > MOST_RESERVED) {
        dropOldest();
      }
    }

    private void dropOldest() {
      count -= reserved.removeFirst().uids().length;
    }

    synchronized boolean has(int wanted) {
      while (!reserved.isEmpty() && !reserved.peekFirst().isFresh()) {
        dropOldest();
      }
      return count >= wanted;
    }

    synchronized Reserved take(int wanted) {
      if (!has(wanted)) {
        return null;
      }
      var taken = new Long[wanted];
      for (int next = 0; next < wanted; ) {
        var drawn = reserved.removeFirst();
        int size = Math.min(wanted - next, drawn.uids().length);
        System.arraycopy(drawn.uids(), 0, taken, next, size);
        if (size < drawn.uids().length) {
          reserved.addFirst(
              new Drawn(
                  drawn.nanos(), Arrays.copyOfRange(drawn.uids(), size, drawn.uids().length)));
        }
        next += size;
      }
      count -= wanted;
      // Statements that ran at the same time drew alternately.
      Arrays.sort(taken);
      long micros = (System.nanoTime() - readNanos) / 1_000;
      return new Reserved(readAt.plusNanos(micros * 1_000), taken);
    }
  }
}
