package io.tapline.engine.decide;

import io.tapline.api.Scope;
import io.tapline.api.WordList;
import io.tapline.api.WorkerType;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.ScopeFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Parts of the sentences that explain why a job waits or is refused. They use words and no
 * notation.
 */
public final class ReasonText {

  private ReasonText() {}

  /** Names the site, platform and assay of a job that a queue does not accept. */
  static String outside(Queue queue, Scope scope) {
    var scopeFilter = queue.policy().reach();
    var faults = new ArrayList<String>();
    outside(faults, "site", scopeFilter.sites(), scope.site());
    outside(faults, "platform", scopeFilter.platforms(), scope.platform());
    outside(faults, "assay", scopeFilter.assays(), scope.assay());
    return "queue " + queue.key() + " is for " + String.join("; and for ", faults);
  }

  private static void outside(
      List<String> faults, String what, List<String> admitted, String value) {
    if (!admitted.isEmpty() && (value == null || !admitted.contains(value))) {
      faults.add(
          what
              + " "
              + WordList.or(admitted)
              + (value == null
                  ? ", and the job names no " + what
                  : ", and the job is for " + value));
    }
  }

  /**
   * Explains why no worker can serve a queue: the requirements of the queue.
   *
   * @param online types of the workers that are online
   */
  public static String uncovered(Queue queue, Collection<WorkerType> online) {
    var policy = queue.policy();
    var asks = new ArrayList<String>();
    if (policy.manualOnly()) {
      asks.add(
          online.contains(WorkerType.HUMAN_SESSION)
              ? "is for people only"
              : "is for people only, and no person is signed in to work");
    }
    if (!policy.requiredWorkerCapabilities().isEmpty()) {
      asks.add("asks for " + WordList.and(policy.requiredWorkerCapabilities()));
    }
    var places = places(policy.reach());
    if (!places.isEmpty()) {
      asks.add("is for " + WordList.and(places));
    }
    if (online.isEmpty() && asks.isEmpty()) {
      return "no worker is online to serve queue " + queue.key();
    }
    var nobody = "no worker that is online can serve queue " + queue.key();
    return asks.isEmpty() ? nobody : nobody + ", which " + WordList.and(asks);
  }

  private static List<String> places(ScopeFilter scopeFilter) {
    var places = new ArrayList<String>();
    if (!scopeFilter.sites().isEmpty()) {
      places.add("site " + WordList.or(scopeFilter.sites()));
    }
    if (!scopeFilter.platforms().isEmpty()) {
      places.add("platform " + WordList.or(scopeFilter.platforms()));
    }
    if (!scopeFilter.assays().isEmpty()) {
      places.add("assay " + WordList.or(scopeFilter.assays()));
    }
    return places;
  }
}
