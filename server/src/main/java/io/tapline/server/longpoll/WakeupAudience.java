package io.tapline.server.longpoll;

import io.tapline.api.Scope;
import java.util.HashSet;
import java.util.Set;

/**
 * The claims that a signal is for: those of workers that serve the scopes of the new work. Any
 * other claim would find no job and scan the whole queue.
 *
 * @param all every waiting claim
 * @param unasked claims that have not yet found this queue empty
 * @param scopes scopes of the new work
 */
record WakeupAudience(boolean all, boolean unasked, Set<Scope> scopes) {

  static final WakeupAudience ALL = new WakeupAudience(true, true, Set.of());

  /** The signal of a claim that begins to wait: a job may have arrived just before. */
  static final WakeupAudience UNASKED = new WakeupAudience(false, true, Set.of());

  /** Above this number of scopes, the audience becomes all claims. */
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
