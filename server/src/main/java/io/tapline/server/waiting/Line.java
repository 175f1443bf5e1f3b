package io.tapline.server.waiting;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Those who wait in one tenant, in order of arrival: for one queue, or for any. Not thread-safe;
 * its desk is.
 */
final class Line {

  private static final Comparator<Waiter> ORDER =
      Comparator.comparing((Waiter waiter) -> waiter.late)
          .thenComparingLong(waiter -> waiter.number);

  private final Map<String, TreeSet<Waiter>> byQueue = new HashMap<>();
  private final TreeSet<Waiter> anywhere = new TreeSet<>(ORDER);
  private final Map<Waiter.Identity, Waiter> known = new HashMap<>();
  private final Map<Waiter.Kind, Integer> kinds = new HashMap<>();

  /** The waiter with the same identity that it follows, or null. */
  Waiter add(Waiter waiter) {
    place(waiter.claim.queueKey()).add(waiter);
    kinds.merge(waiter.kind, 1, Integer::sum);
    return known.put(waiter.identity(), waiter);
  }

  /** False when it was not there. */
  boolean remove(Waiter waiter) {
    var key = waiter.claim.queueKey();
    var place = place(key);
    boolean there = place.remove(waiter);
    if (key != null && place.isEmpty()) {
      byQueue.remove(key);
    }
    known.remove(waiter.identity(), waiter);
    if (there) {
      kinds.computeIfPresent(waiter.kind, (kind, count) -> count == 1 ? null : count - 1);
    }
    return there;
  }

  /** Behind all who are not late, and before no one who is. */
  void putBack(Waiter waiter) {
    if (!waiter.late) {
      var place = place(waiter.claim.queueKey());
      place.remove(waiter);
      waiter.late = true;
      place.add(waiter);
    }
  }

  /** The first who would take work of this queue. */
  Waiter first(String queueKey, Predicate<Waiter> wanted) {
    var own = first(byQueue.get(queueKey), wanted);
    var any = first(anywhere, wanted);
    return own == null || any != null && ORDER.compare(any, own) < 0 ? any : own;
  }

  private static Waiter first(Set<Waiter> some, Predicate<Waiter> wanted) {
    if (some != null) {
      for (var waiter : some) {
        if (!waiter.trying && wanted.test(waiter)) {
          return waiter;
        }
      }
    }
    return null;
  }

  boolean has(Predicate<Waiter.Kind> kind) {
    return kinds.keySet().stream().anyMatch(kind);
  }

  boolean waitsFor(String queueKey) {
    return !anywhere.isEmpty() || byQueue.containsKey(queueKey);
  }

  boolean waitsAnywhere() {
    return !anywhere.isEmpty();
  }

  /** The queues that someone names. */
  Set<String> queues() {
    return byQueue.keySet();
  }

  int size() {
    return known.size();
  }

  Iterable<Waiter> all() {
    return java.util.List.copyOf(known.values());
  }

  private TreeSet<Waiter> place(String queueKey) {
    return queueKey == null
        ? anywhere
        : byQueue.computeIfAbsent(queueKey, key -> new TreeSet<>(ORDER));
  }
}
