package io.tapline.engine.decide;

import io.tapline.engine.command.ReportProgress;
import io.tapline.engine.model.Progress;

/** A worker says how far it is: nothing changes, and readers see it while the lease lives. */
public final class ReportProgressOn {

  private ReportProgressOn() {}

  public static Decision decide(Situation s, ReportProgress command) {
    var refusal = LeaseVerb.refusal(s, command);
    return refusal != null
        ? refusal
        : Change.of(s.envelope())
            .result(new Progress(command.fraction(), command.message(), s.now()));
  }
}
