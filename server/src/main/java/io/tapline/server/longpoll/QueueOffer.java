package io.tapline.server.longpoll;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Offers the work of one queue to the waiting claims, one after another, until it is taken or all
 * were asked.
 */
final class QueueOffer {

  /**
   * After so many claims of a kind without success, the rest of that kind would find nothing
   * either.
   */
  private static final int ASKED_OF_A_KIND = 2;

  private final Set<WaitingClaim> tried = new HashSet<>();
  private final Map<WaitingClaim.WorkerKind, Integer> inVain = new HashMap<>();
  private final Map<WaitingClaim.WorkerKind, Integer> asking = new HashMap<>();

  /** Who is trying now. */
  int trying;

  /** How much they may take. */
  int promised;

  /** There was news since it began, for those who were asked: they are to be asked again. */
  WakeupAudience again;

  private WakeupAudience audience;

  QueueOffer(WakeupAudience audience) {
    this.audience = audience;
  }

  /** More work has come, for these. */
  void hear(WakeupAudience news) {
    audience = audience.and(news);
  }

  /** More work has come, which those who tried may be able to take. */
  void hearAgain(WakeupAudience news) {
    again = again == null ? news : again.and(news);
  }

  WakeupAudience audience() {
    return audience;
  }

  /**
   * @param doubted the last of its kind found nothing: two are asked before the rest
   */
  boolean wants(WaitingClaim waiter, boolean doubted) {
    int asked = inVain.getOrDefault(waiter.kind, 0);
    if (doubted) {
      asked += asking.getOrDefault(waiter.kind, 0);
    }
    return !waiter.leaving && !tried.contains(waiter) && asked < ASKED_OF_A_KIND;
  }

  void begin(WaitingClaim waiter) {
    trying++;
    promised += waiter.claim.maxItems();
    asking.merge(waiter.kind, 1, Integer::sum);
  }

  void end(WaitingClaim waiter, boolean found) {
    trying--;
    promised -= waiter.claim.maxItems();
    asking.merge(waiter.kind, -1, Integer::sum);
    if (!found) {
      tried.add(waiter);
      inVain.merge(waiter.kind, 1, Integer::sum);
    }
  }

  boolean begun() {
    return !tried.isEmpty();
  }

  Set<WaitingClaim> tried() {
    return tried;
  }
}
