package io.tapline.server.waiting;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which kinds of worker a queue had nothing for when one of them was asked last, with no news for
 * them since: to ask again would be in vain. Not thread-safe; its desk is.
 */
final class Barren {

  private final Map<String, Set<Waiter.Kind>> kinds = new HashMap<>();

  void add(String queueKey, Waiter.Kind kind) {
    kinds.computeIfAbsent(queueKey, key -> new HashSet<>()).add(kind);
  }

  boolean isFor(String queueKey, Waiter.Kind kind) {
    var some = kinds.get(queueKey);
    return some != null && some.contains(kind);
  }

  /** Work came into a queue, for these. */
  void news(String queueKey, Audience audience) {
    kinds.computeIfPresent(
        queueKey,
        (key, some) -> {
          some.removeIf(audience::has);
          return some.isEmpty() ? null : some;
        });
  }

  /** Work may have come into any queue, for these. */
  void newsEverywhere(Audience audience) {
    List.copyOf(kinds.keySet()).forEach(key -> news(key, audience));
  }

  /** Nobody of its kind was there to be told what came. */
  void forget(Waiter.Kind kind) {
    kinds.values().forEach(some -> some.remove(kind));
  }
}
