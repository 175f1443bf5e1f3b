package io.tapline.demo;

import io.tapline.api.ErrorClass;
import io.tapline.client.worker.Handler;
import io.tapline.client.worker.JobException;
import io.tapline.client.worker.Outcome;
import java.util.List;

/** Handles the jobs of workflows; one report in five fails. */
final class ReportHandlers {

  static final String WRITE = "write report";

  /** The second report is the first that fails, so that a visitor soon finds a failure. */
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
