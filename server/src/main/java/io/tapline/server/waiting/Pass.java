package io.tapline.server.waiting;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The work of one queue on offer: goes along the line until it is taken or nobody is left to ask.
 */
final class Pass {

  /** So many of a kind are asked in vain; the rest of that kind would find nothing either. */
  private static final int ASKED_OF_A_KIND = 2;

  private final Set<Waiter> tried = new HashSet<>();
  private final Map<Waiter.Kind, Integer> inVain = new HashMap<>();
  private final Map<Waiter.Kind, Integer> asking = new HashMap<>();

  /** Who is trying now. */
  int trying;

  /** How much they may take. */
  int promised;

  /** There was news since it began, for those who were asked: they are to be asked again. */
  Audience again;

  private Audience audience;

  Pass(Audience audience) {
    this.audience = audience;
  }

  /** More work has come, for these. */
  void hear(Audience news) {
    audience = audience.and(news);
  }

  /** More work has come, which those who tried may be able to take. */
  void hearAgain(Audience news) {
    again = again == null ? news : again.and(news);
  }

  Audience audience() {
    return audience;
  }

  /**
   * @param doubted the last of its kind found nothing: two are asked before the rest
   */
  boolean wants(Waiter waiter, boolean doubted) {
    int asked = inVain.getOrDefault(waiter.kind, 0);
    if (doubted) {
      asked += asking.getOrDefault(waiter.kind, 0);
    }
    return !waiter.leaving && !tried.contains(waiter) && asked < ASKED_OF_A_KIND;
  }

  void begin(Waiter waiter) {
    trying++;
    promised += waiter.claim.maxItems();
    asking.merge(waiter.kind, 1, Integer::sum);
  }

  void end(Waiter waiter, boolean found) {
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

  Set<Waiter> tried() {
    return tried;
  }
}
