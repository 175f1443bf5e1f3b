package io.tapline.server.longpoll;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The waiting claims of one tenant, in order of arrival: for named queues, or for any. Not thread-
 * safe: the dispatcher holds the lock.
 */
final class WaitingClaims {

  private static final Comparator<WaitingClaim> ORDER =
      Comparator.comparing((WaitingClaim waiter) -> waiter.late)
          .thenComparingLong(waiter -> waiter.number);

  private final Map<String, TreeSet<WaitingClaim>> byQueue = new HashMap<>();
  private final TreeSet<WaitingClaim> anywhere = new TreeSet<>(ORDER);
  private final Map<WaitingClaim.RequestIdentity, WaitingClaim> known = new HashMap<>();
  private final Map<WaitingClaim.WorkerKind, Integer> kinds = new HashMap<>();

  /** The older claim with the same identity, or null. */
  WaitingClaim add(WaitingClaim waiter) {
    place(waiter);
    kinds.merge(waiter.kind, 1, Integer::sum);
    return known.put(waiter.identity(), waiter);
  }

  /** False when the claim was not waiting. */
  boolean remove(WaitingClaim waiter) {
    boolean there = displace(waiter);
    known.remove(waiter.identity(), waiter);
    if (there) {
      kinds.computeIfPresent(waiter.kind, (kind, count) -> count == 1 ? null : count - 1);
    }
    return there;
  }

  /** Moves a claim behind all claims that are not late; late claims keep their order of arrival. */
  void putBack(WaitingClaim waiter) {
    if (!waiter.late) {
      displace(waiter);
      waiter.late = true;
      place(waiter);
    }
  }

  /** The first claim that accepts jobs of this queue. */
  WaitingClaim first(String queueKey, Predicate<WaitingClaim> wanted) {
    var own = first(byQueue.get(queueKey), wanted);
    var any = first(anywhere, wanted);
    return own == null || any != null && ORDER.compare(any, own) < 0 ? any : own;
  }

  private static WaitingClaim first(Set<WaitingClaim> some, Predicate<WaitingClaim> wanted) {
    if (some != null) {
      for (var waiter : some) {
        if (!waiter.trying && wanted.test(waiter)) {
          return waiter;
        }
      }
    }
    return null;
  }

  boolean has(Predicate<WaitingClaim.WorkerKind> kind) {
    return kinds.keySet().stream().anyMatch(kind);
  }

  boolean waitsFor(String queueKey) {
    return !anywhere.isEmpty() || byQueue.containsKey(queueKey);
  }

  boolean waitsAnywhere() {
    return !anywhere.isEmpty();
  }

  /** The queues that waiting claims name. */
  Set<String> queues() {
    return byQueue.keySet();
  }

  int size() {
    return known.size();
  }

  Iterable<WaitingClaim> all() {
    return java.util.List.copyOf(known.values());
  }

  private void place(WaitingClaim waiter) {
    if (waiter.queues().isEmpty()) {
      anywhere.add(waiter);
    }
    for (var key : waiter.queues()) {
      byQueue.computeIfAbsent(key, queue -> new TreeSet<>(ORDER)).add(waiter);
    }
  }

  /** False when the claim was in no place. */
  private boolean displace(WaitingClaim waiter) {
    boolean there = anywhere.remove(waiter);
    for (var key : waiter.queues()) {
      var own = byQueue.get(key);
      there |= own != null && own.remove(waiter);
      if (own != null && own.isEmpty()) {
        byQueue.remove(key);
      }
    }
    return there;
  }
}
