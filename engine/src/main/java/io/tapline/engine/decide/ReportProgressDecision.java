package io.tapline.engine.decide;

import io.tapline.api.Progress;
import io.tapline.engine.command.ReportProgress;

/** A worker says how far it is: nothing changes, and readers see it while the lease lives. */
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
