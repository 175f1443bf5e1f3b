package io.tapline.engine.decide;

import io.tapline.api.Progress;
import io.tapline.api.request.ReportProgress;

/**
 * Stores the progress of an attempt, which readers get while the lease is live. The job does not
 * change.
 */
public final class ReportProgressDecision {

  private ReportProgressDecision() {}

  public static Decision decide(DecisionInput s, ReportProgress command) {
    var refusal = LeaseVerb.refusal(s, command);
    return refusal != null
        ? refusal
        : SubjectChange.of(s.envelope())
            .result(new Progress(command.fraction(), command.message(), s.now()));
  }
}
