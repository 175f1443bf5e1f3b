package io.tapline.server.waiting;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which kinds of worker a queue had nothing for when one of them was asked last. With no news for
 * them since, to ask again would be in vain; with news, a few are asked before the rest. Not
 * thread-safe; its desk is.
 */
final class Barren {

  private final Map<String, Set<Waiter.Kind>> kinds = new HashMap<>();
  private final Map<String, Set<Waiter.Kind>> doubted = new HashMap<>();

  void foundNothing(String queueKey, Waiter.Kind kind) {
    kinds.computeIfAbsent(queueKey, key -> new HashSet<>()).add(kind);
    doubted.computeIfAbsent(queueKey, key -> new HashSet<>()).add(kind);
  }

  void foundSomething(String queueKey, Waiter.Kind kind) {
    remove(kinds, queueKey, kind::equals);
    remove(doubted, queueKey, kind::equals);
  }

  boolean isFor(String queueKey, Waiter.Kind kind) {
    return kinds.getOrDefault(queueKey, Set.of()).contains(kind);
  }

  /** Whether the last of its kind found nothing, whatever came since. */
  boolean doubts(String queueKey, Waiter.Kind kind) {
    return doubted.getOrDefault(queueKey, Set.of()).contains(kind);
  }

  /** Work came into a queue, for these. */
  void news(String queueKey, Audience audience) {
    remove(kinds, queueKey, audience::has);
  }

  /** Work may have come into any queue, for these. */
  void newsEverywhere(Audience audience) {
    List.copyOf(kinds.keySet()).forEach(key -> news(key, audience));
  }

  /** Nobody of its kind was there to be told what came. */
  void forget(Waiter.Kind kind) {
    List.copyOf(doubted.keySet()).forEach(key -> foundSomething(key, kind));
  }

  private static void remove(
      Map<String, Set<Waiter.Kind>> from, String queueKey, Predicate<Waiter.Kind> which) {
    from.computeIfPresent(
        queueKey,
        (key, some) -> {
          some.removeIf(which);
          return some.isEmpty() ? null : some;
        });
  }
}
