package io.tapline.client.worker;

import io.tapline.client.Problem;

/**
 * What became of one item.
 *
 * @param problem why it was refused; null: it was accepted
 * @param cancelRequested the worker is asked to stop this work; only renewals tell
 */
public record Verdict(Problem problem, boolean cancelRequested) {

  public static final Verdict ACCEPTED = new Verdict(null, false);

  public static Verdict refused(Problem problem) {
    return new Verdict(problem, false);
  }

  public boolean accepted() {
    return problem == null;
  }
}
