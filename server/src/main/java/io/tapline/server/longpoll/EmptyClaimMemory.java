package io.tapline.server.longpoll;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Remembers which kinds of worker a queue had nothing for at their last claim. Without a new signal
 * such a claim is not repeated; after one, a few of the kind are asked before the rest. Not
 * thread-safe: its dispatcher holds the lock.
 */
final class EmptyClaimMemory {

  private final Map<String, Set<WaitingClaim.WorkerKind>> kinds = new HashMap<>();
  private final Map<String, Set<WaitingClaim.WorkerKind>> doubted = new HashMap<>();

  void foundNothing(String queueKey, WaitingClaim.WorkerKind kind) {
    kinds.computeIfAbsent(queueKey, key -> new HashSet<>()).add(kind);
    doubted.computeIfAbsent(queueKey, key -> new HashSet<>()).add(kind);
  }

  void foundSomething(String queueKey, WaitingClaim.WorkerKind kind) {
    remove(kinds, queueKey, kind::equals);
    remove(doubted, queueKey, kind::equals);
  }

  boolean isFor(String queueKey, WaitingClaim.WorkerKind kind) {
    return kinds.getOrDefault(queueKey, Set.of()).contains(kind);
  }

  /** Whether the last of its kind found nothing, whatever came since. */
  boolean doubts(String queueKey, WaitingClaim.WorkerKind kind) {
    return doubted.getOrDefault(queueKey, Set.of()).contains(kind);
  }

  /** Work came into a queue, for these. */
  void news(String queueKey, WakeupAudience audience) {
    remove(kinds, queueKey, audience::has);
  }

  /** Work may have come into any queue, for these. */
  void newsEverywhere(WakeupAudience audience) {
    List.copyOf(kinds.keySet()).forEach(key -> news(key, audience));
  }

  /** No claim of its kind waited when work came. */
  void forget(WaitingClaim.WorkerKind kind) {
    List.copyOf(doubted.keySet()).forEach(key -> foundSomething(key, kind));
  }

  private static void remove(
      Map<String, Set<WaitingClaim.WorkerKind>> from,
      String queueKey,
      Predicate<WaitingClaim.WorkerKind> which) {
    from.computeIfPresent(
        queueKey,
        (key, some) -> {
          some.removeIf(which);
          return some.isEmpty() ? null : some;
        });
  }
}
