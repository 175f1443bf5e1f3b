package io.tapline.client.api;

import io.tapline.client.error.Problem;

/** The answer to one item of a batch: an answer or a problem. */
public record ItemResult(ActionReply answer, Problem problem) {

  public boolean refused() {
    return problem != null;
  }

  /** The answer; throws the exception of the problem if there is one. */
  public ActionReply orThrow() {
    if (problem != null) {
      throw problem.exception();
    }
    return answer;
  }
}
