package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Identifiers that a statement drew for the next one, by tenant, with the time of the database.
 * Without them an enqueue has one more round trip. The statement has its own time, so an inexact
 * time here costs a second try on the general path, and never a wrong decision.
 */
public final class ReservedIds {

  private static final NamedSql DRAW =
      NamedSql.load(ReservedIds.class, "action/transaction_clock_and_ids");

  /** Limit of tenants in memory. */
  private static final int MOST_TENANTS = 10_000;

  /** Limit for a tenant: a server that stops leaves its identifiers unused. */
  private static final int MOST_RESERVED = 8_192;

  /**
   * Time limit for the use of reserved identifiers: lists of jobs and the ages of queues take the
   * order of uids for the order of creation.
   */
  static final Duration RESERVED_FOR = Duration.ofSeconds(10);

  private final Map<Long, TenantIds> ids = new ConcurrentHashMap<>();

  /**
   * Identifiers in ascending order.
   *
   * @param now the approximate time of the database
   */
  public record Reserved(Instant now, Long[] uids) {}

  private record Drawn(long nanos, Long[] uids) {

    boolean isFresh() {
      return System.nanoTime() - nanos < RESERVED_FOR.toNanos();
    }
  }

  /** Whether {@link #take} has this number of identifiers. */
  public boolean has(long tenantId, int count) {
    var own = ids.get(tenantId);
    return own != null && own.has(count);
  }

  /** Each identifier is returned once; null when there are fewer than {@code count}. */
  public Reserved take(long tenantId, int count) {
    var own = ids.get(tenantId);
    return own == null ? null : own.take(count);
  }

  /** Draws identifiers; they are available after the next round trip of the transaction. */
  public void draw(Tx tx, int count) {
    if (ids.size() >= MOST_TENANTS) {
      forgetAll();
    }
    tx.later(
        DRAW,
        row -> {
          add(tx.tenantId(), row);
          return null;
        },
        Map.of("count", count));
  }

  /** Adds the identifiers of the columns {@code now} and {@code uids}. */
  void add(long tenantId, ResultSet row) throws SQLException {
    ids.computeIfAbsent(tenantId, none -> new TenantIds())
        .add(
            TimeText.parse(row.getString("now")),
            new Drawn(System.nanoTime(), (Long[]) row.getArray("uids").getArray()));
  }

  /** Another transaction draws identifiers: the reserved ones would be used after greater ones. */
  public void drop(long tenantId) {
    ids.remove(tenantId);
  }

  /** A database that was restored or failed over may draw the same identifiers again. */
  public void forgetAll() {
    ids.clear();
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
