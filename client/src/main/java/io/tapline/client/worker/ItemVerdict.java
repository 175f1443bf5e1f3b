package io.tapline.client.worker;

import io.tapline.client.error.Problem;

/**
 * What became of one item.
 *
 * @param problem why it was refused; null: it was accepted
 * @param cancelRequested the worker is asked to stop this work; only renewals tell
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
