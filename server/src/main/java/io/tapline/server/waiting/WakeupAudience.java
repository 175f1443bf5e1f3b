package io.tapline.server.waiting;

import io.tapline.engine.model.Scope;
import java.util.HashSet;
import java.util.Set;

/**
 * Whom news of work is for: those who serve the places that it names. To ask the others costs a
 * claim in vain each, which looks at the whole queue.
 *
 * @param all whoever waits
 * @param unasked whoever has not been asked in vain
 * @param scopes of what came
 */
record WakeupAudience(boolean all, boolean unasked, Set<Scope> scopes) {

  static final WakeupAudience ALL = new WakeupAudience(true, true, Set.of());

  /** Nothing came but one more to wait, and perhaps something just before. */
  static final WakeupAudience UNASKED = new WakeupAudience(false, true, Set.of());

  /** So many are worth telling apart. */
  private static final int MOST_SCOPES = 50;

  static WakeupAudience of(Scope scope) {
    return scope.equals(Scope.NONE) ? ALL : new WakeupAudience(false, false, Set.of(scope));
  }

  WakeupAudience and(WakeupAudience other) {
    if (all || other.all || scopes.size() + other.scopes.size() > MOST_SCOPES) {
      return ALL;
    }
    if (equals(other)) {
      return this;
    }
    var both = new HashSet<>(scopes);
    both.addAll(other.scopes);
    return new WakeupAudience(false, unasked || other.unasked, both);
  }

  boolean has(WaitingClaim.WorkerKind kind) {
    return all || scopes.stream().anyMatch(kind.reach()::admitsNamed);
  }
}
