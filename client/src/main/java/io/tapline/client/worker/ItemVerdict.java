package io.tapline.client.worker;

import io.tapline.client.error.Problem;

/**
 * The server's answer to one item.
 *
 * @param problem the refusal; null: accepted
 * @param cancelRequested the worker should stop this job; set by renewals only
 */
public record ItemVerdict(Problem problem, boolean cancelRequested) {

  public static final ItemVerdict ACCEPTED = new ItemVerdict(null, false);

  public static ItemVerdict refused(Problem problem) {
    return new ItemVerdict(problem, false);
  }

  public boolean accepted() {
    return problem == null;
  }
}
