package io.tapline.server.longpoll;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The kinds of worker whose last claim on a queue found no work. Without a new signal such a claim
 * is not repeated; after a signal, a few claims of the kind run before the rest. Not thread-safe:
 * the dispatcher holds the lock.
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

  /** Whether the last claim of this kind found no work, regardless of later signals. */
  boolean doubts(String queueKey, WaitingClaim.WorkerKind kind) {
    return doubted.getOrDefault(queueKey, Set.of()).contains(kind);
  }

  /** New work for an audience in one queue. */
  void news(String queueKey, WakeupAudience audience) {
    remove(kinds, queueKey, audience::has);
  }

  /** Possible new work for an audience in every queue. */
  void newsEverywhere(WakeupAudience audience) {
    List.copyOf(kinds.keySet()).forEach(key -> news(key, audience));
  }

  /** Drops all entries of a kind: no claim of it waited, so signals may have been missed. */
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
