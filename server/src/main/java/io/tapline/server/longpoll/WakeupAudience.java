package io.tapline.server.longpoll;

import io.tapline.api.Scope;
import java.util.HashSet;
import java.util.Set;

/**
 * The claims that a signal is for: those of workers that serve the scopes of the new work. To ask
 * any other costs a claim that finds nothing and scans the whole queue.
 *
 * @param all every claim that waits
 * @param unasked the claims that have not been asked for nothing yet
 * @param scopes of what came
 */
record WakeupAudience(boolean all, boolean unasked, Set<Scope> scopes) {

  static final WakeupAudience ALL = new WakeupAudience(true, true, Set.of());

  /** Nothing came but one more to wait, and perhaps something just before. */
  static final WakeupAudience UNASKED = new WakeupAudience(false, true, Set.of());

  /** At most so many are listed one by one. */
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
