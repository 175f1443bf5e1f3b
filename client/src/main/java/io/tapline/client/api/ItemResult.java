package io.tapline.client.api;

import io.tapline.client.error.Problem;

/** What became of one item of a batch: an answer, or a problem of its own. */
public record ItemResult(ActionReply answer, Problem problem) {

  public boolean refused() {
    return problem != null;
  }

  /** The answer, or the exception that the problem means. */
  public ActionReply orThrow() {
    if (problem != null) {
      throw problem.exception();
    }
    return answer;
  }
}
