package io.tapline.server.longpoll;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Offers the jobs of one queue to the waiting claims, one after another, until the jobs are taken
 * or all claims have tried.
 */
final class QueueOffer {

  /** After this many claims of a kind without a result, the rest of that kind does not try. */
  private static final int ASKED_OF_A_KIND = 2;

  private final Set<WaitingClaim> tried = new HashSet<>();
  private final Map<WaitingClaim.WorkerKind, Integer> fruitless = new HashMap<>();
  private final Map<WaitingClaim.WorkerKind, Integer> asking = new HashMap<>();

  /** Number of claims that run now. */
  int trying;

  /** Number of jobs that the running claims may take. */
  int promised;

  /** Number of jobs of the signal that no claim has taken yet; null if the store counted jobs. */
  Integer untaken;

  /** Audience of signals that came after claims had tried; these claims try again. */
  WakeupAudience again;

  private WakeupAudience audience;

  /** Audience of signals that came while claims ran, which began before them. */
  private WakeupAudience meanwhile;

  QueueOffer(WakeupAudience audience) {
    this.audience = audience;
  }

  /** Adds the audience of a new signal. */
  void widen(WakeupAudience news) {
    audience = audience.and(news);
    if (trying > 0) {
      meanwhile = meanwhile == null ? news : meanwhile.and(news);
    }
  }

  /** Adds a new signal for claims that have tried already. */
  void repeatFor(WakeupAudience news) {
    again = again == null ? news : again.and(news);
  }

  WakeupAudience audience() {
    return audience;
  }

  /**
   * @param doubted the last claim of this kind found no work, so only two run before the rest
   */
  boolean wants(WaitingClaim waiter, boolean doubted) {
    int claims = fruitless.getOrDefault(waiter.kind, 0);
    if (doubted) {
      claims += asking.getOrDefault(waiter.kind, 0);
    }
    return !waiter.leaving && !tried.contains(waiter) && claims < ASKED_OF_A_KIND;
  }

  void begin(WaitingClaim waiter) {
    trying++;
    promised += waiter.claim.maxItems();
    asking.merge(waiter.kind, 1, Integer::sum);
  }

  /** Whether the claims have taken all jobs of the signal, so that no scan has to look for more. */
  boolean complete() {
    return untaken != null && untaken <= 0 && again == null;
  }

  void end(WaitingClaim waiter, boolean found) {
    trying--;
    promised -= waiter.claim.maxItems();
    asking.merge(waiter.kind, -1, Integer::sum);
    if (!found) {
      if (meanwhile != null) {
        repeatFor(meanwhile);
      }
      tried.add(waiter);
      fruitless.merge(waiter.kind, 1, Integer::sum);
    }
  }

  boolean begun() {
    return !tried.isEmpty();
  }

  Set<WaitingClaim> tried() {
    return tried;
  }
}
