package io.tapline.demo;

import io.tapline.api.ErrorClass;
import io.tapline.client.worker.Handler;
import io.tapline.client.worker.JobException;
import io.tapline.client.worker.Outcome;
import java.util.List;

/** What becomes of the steps of workflows: mostly they are done, and one report in five is not. */
final class ReportHandlers {

  static final String WRITE = "write report";

  /** The second report is the first that cannot be written, so that there soon is one to see. */
  private static final int EVERY = 5;

  private static final int FIRST = 2;

  private final SimulatedLab lab;
  private final TimedWork timedWork;

  ReportHandlers(SimulatedLab lab) {
    this.lab = lab;
    this.timedWork = new TimedWork(lab);
  }

  Handler reporting() {
    return job -> {
      var signals = job.properties().path("job").path("safe_payload");
      timedWork.spend(job, 2, 7, "reading", "writing");
      if (signals.path("step").asString("").equals(WRITE)
          && signals.path("number").asInt(0) % EVERY == FIRST) {
        throw new JobException(
            ErrorClass.PERMANENT_STATE,
            "TEMPLATE_MISSING",
            "The template of the report for this ward was withdrawn");
      }
      timedWork.stumble(List.of());
      return Outcome.completed(null);
    };
  }

  Handler reanalysing() {
    return job -> {
      timedWork.spend(job, 4, 14, "reading", "computing", "writing");
      if (lab.chance().happens(0.04)) {
        throw LabFault.PASSING.get(1).exception();
      }
      return Outcome.completed(null);
    };
  }
}
