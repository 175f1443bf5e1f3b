package io.tapline.server.base;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Divides one bounded resource: bytes, threads, connections, waiting requests. A group (a tenant,
 * or an address of unauthenticated clients) may hold as much as is still free: the first one gets
 * at most half, and others find capacity. A member of a group (a principal) may hold three quarters
 * of the half, so that no principal takes the whole share of its tenant.
 */
public final class FairShare {

  /**
   * The holder of a share.
   *
   * @param group a tenant or an address
   * @param member a principal of the tenant; null when the group has no members
   */
  public record Owner(String group, String member) {

    public static Owner stranger(String address) {
      return new Owner("address " + address, null);
    }

    public static Owner principal(long tenantId, String principal) {
      return new Owner(tenant(tenantId).group(), principal);
    }

    public static Owner tenant(long tenantId) {
      return new Owner("tenant " + tenantId, null);
    }
  }

  private final long total;
  private final Map<Owner, Long> held = new HashMap<>();
  private final AtomicLong refused = new AtomicLong();
  private long taken;

  /** Called after every return, on the returning thread. */
  private volatile Runnable whenReturned = () -> {};

  public FairShare(long total) {
    this.total = total;
  }

  /** An amount that its owner holds until it is closed. */
  public final class Grant implements AutoCloseable {

    private final Owner owner;
    private long amount;

    private Grant(Owner owner) {
      this.owner = owner;
    }

    /** False, without any change, when the amount exceeds the owner's share. */
    public boolean grow(long more) {
      synchronized (FairShare.this) {
        if (!hasCapacity(owner, more)) {
          refused.incrementAndGet();
          return false;
        }
        count(owner, more);
        amount += more;
        return true;
      }
    }

    /** Returns the whole amount; a second call has no effect. */
    @Override
    public void close() {
      synchronized (FairShare.this) {
        if (amount == 0) {
          return;
        }
        count(owner, -amount);
        amount = 0;
      }
      whenReturned.run();
    }
  }

  /** An empty grant, for an amount that grows. */
  public Grant open(Owner owner) {
    return new Grant(owner);
  }

  /** One unit; null when the owner's share is used up. */
  public Grant take(Owner owner) {
    var grant = open(owner);
    return grant.grow(1) ? grant : null;
  }

  /** Takes one unit without counting a refusal: the caller waits until one is free. */
  private Grant takeQuietly(Owner owner) {
    var grant = open(owner);
    synchronized (this) {
      return hasCapacity(owner, 1) && grant.grow(1) ? grant : null;
    }
  }

  private boolean hasCapacity(Owner owner, long more) {
    var group = new Owner(owner.group(), null);
    long free = total - taken;
    return held.getOrDefault(group, 0L) + more <= free
        && (owner.member() == null || held.getOrDefault(owner, 0L) + more <= mostOfMember());
  }

  private void count(Owner owner, long more) {
    taken += more;
    held.merge(new Owner(owner.group(), null), more, FairShare::sum);
    if (owner.member() != null) {
      held.merge(owner, more, FairShare::sum);
    }
  }

  /** Removes the entries of owners that hold nothing. */
  private static Long sum(Long a, Long b) {
    return a + b == 0 ? null : Long.valueOf(a + b);
  }

  public long total() {
    return total;
  }

  /** The limit of one group while no other holds anything. */
  public long mostOfGroup() {
    return Math.max(1, total / 2);
  }

  public long mostOfMember() {
    return Math.max(1, total * 3 / 8);
  }

  public synchronized long held() {
    return taken;
  }

  public synchronized long heldBy(Owner owner) {
    return held.getOrDefault(owner, 0L);
  }

  /** Number of refusals since the start. */
  public long refused() {
    return refused.get();
  }

  /**
   * Runs work on fairly shared threads: each owner has its own line, lines take turns, and no owner
   * runs more work at once than its share of the threads. So a backlog of one tenant does not delay
   * the work of another.
   */
  public static final class FairExecutor {

    private final FairShare share;
    private final Executor threads;
    private final Map<Owner, Queue<Runnable>> lines = new LinkedHashMap<>();

    /**
     * @param threads has at least as many threads as the share has in total
     */
    public FairExecutor(FairShare share, Executor threads) {
      this.share = share;
      this.threads = threads;
      share.whenReturned = this::startNext;
    }

    /** Counts the calling thread to the share; null when the owner has to wait in its line. */
    public Grant enter(Owner owner) {
      synchronized (lines) {
        return lines.containsKey(owner) ? null : share.takeQuietly(owner);
      }
    }

    public void execute(Owner owner, Runnable work) {
      synchronized (lines) {
        lines.computeIfAbsent(owner, any -> new ArrayDeque<>()).add(work);
      }
      startNext();
    }

    /** Number of requests in all lines. */
    public int waiting() {
      synchronized (lines) {
        return lines.values().stream().mapToInt(Queue::size).sum();
      }
    }

    private void startNext() {
      while (true) {
        Runnable next;
        synchronized (lines) {
          next = takeNext();
        }
        if (next == null) {
          return;
        }
        try {
          threads.execute(next);
        } catch (RejectedExecutionException e) {
          // The executor has stopped with the server, so no caller waits for this work.
          return;
        }
      }
    }

    /** Takes the next work of the first owner with free share, and moves its line to the end. */
    private Runnable takeNext() {
      for (var owner : lines.keySet()) {
        var grant = share.takeQuietly(owner);
        if (grant != null) {
          var line = lines.remove(owner);
          var work = line.remove();
          if (!line.isEmpty()) {
            lines.put(owner, line);
          }
          return () -> {
            try (grant) {
              work.run();
            }
          };
        }
      }
      return null;
    }
  }
}
