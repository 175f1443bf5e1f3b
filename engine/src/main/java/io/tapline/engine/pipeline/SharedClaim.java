package io.tapline.engine.pipeline;

import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.RefusedException;

/** What became of one of several claims that were looked at together: an answer, or a refusal. */
record SharedClaim(ClaimAnswer answer, RefusedException refusal) {

  static SharedClaim of(ClaimAnswer answer) {
    return new SharedClaim(answer, null);
  }

  static SharedClaim refused(RefusedException refusal) {
    return new SharedClaim(null, refusal);
  }

  ClaimAnswer orThrow() {
    if (refusal != null) {
      throw refusal;
    }
    return answer;
  }
}
