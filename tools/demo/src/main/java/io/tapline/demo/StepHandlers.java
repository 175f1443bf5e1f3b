package io.tapline.demo;

import io.tapline.client.worker.Handler;
import io.tapline.client.worker.Outcome;
import io.tapline.packs.wetlab.SequencingPlatform;
import java.time.Instant;
import java.util.List;

/** The handlers of each kind of worker. */
final class StepHandlers {

  private final SimulatedLab lab;
  private final SequencingRuns sequencingRuns;
  private final TimedWork timedWork;

  StepHandlers(SimulatedLab lab, SequencingRuns sequencingRuns) {
    this.lab = lab;
    this.sequencingRuns = sequencingRuns;
    this.timedWork = new TimedWork(lab);
  }

  Handler extraction(LabSite site) {
    return job -> {
      timedWork.spend(job, 12, 28, "unpacking", "lysis", "binding", "elution");
      if (lab.chance().happens(0.01)) {
        throw LabFault.CONSENT.exception();
      }
      timedWork.stumble(LabFault.LASTING);
      return Outcome.performed(
          "create_extraction", lab.stepFields().extraction(site, Specimen.name(job.properties())));
    };
  }

  Handler postExtractQc() {
    return job -> {
      timedWork.spend(job, 4, 8, "measuring");
      boolean passed = !lab.chance().happens(0.07);
      return Outcome.performed("record_post_extract_qc", lab.stepFields().postExtractQc(passed));
    };
  }

  Handler libraryPrep(SequencingPlatform platform) {
    return job -> {
      timedWork.spend(job, 20, 40, "fragmentation", "end repair", "adapter ligation", "clean-up");
      timedWork.stumble(LabFault.AT_PREPARATION);
      return Outcome.performed(
          "create_library_prep",
          lab.stepFields().libraryPrep(platform, StepFields.specimen(job.properties())));
    };
  }

  Handler libraryQc() {
    return job -> {
      timedWork.spend(job, 4, 8, "electrophoresis");
      boolean passed = !lab.chance().happens(0.05);
      return Outcome.performed("record_library_qc", lab.stepFields().libraryQc(passed));
    };
  }

  /**
   * The analysis is ordered before the run is recorded; it fails transiently until the run exists.
   */
  Handler run(SequencingPlatform platform) {
    return job -> {
      timedWork.spend(job, 30, 50, "loading", "cycles 1-75", "cycles 76-150", "base calling");
      timedWork.stumble(List.of());
      var pool = job.subjectEuid();
      var ready = Instant.now().plus(lab.pace().of(5));
      lab.office().subjects().enqueue(AnalysisOrder.order(platform, pool, ready));
      return Outcome.performed(
          "create_run", lab.stepFields().run(platform, pool, sequencingRuns.members(pool)));
    };
  }

  Handler analysis() {
    return job -> {
      sequencingRuns.begin(job.subjectEuid(), job.leaseEuid(), job.properties());
      timedWork.spend(job, 35, 70, "alignment", "duplicates", "variant calling", "report");
      timedWork.stumble(List.of());
      return Outcome.performed(
          "record_analysis_artifacts", lab.stepFields().artifacts(job.subjectEuid()));
    };
  }

  /** The analysis ran externally, so only its results are fetched. */
  Handler collection() {
    return job -> {
      timedWork.spend(job, 5, 10, "fetching results");
      return Outcome.performed(
          "record_analysis_artifacts", lab.stepFields().artifacts(job.subjectEuid()));
    };
  }

  Handler analysisQc() {
    return job -> {
      timedWork.spend(job, 8, 16, "reading the report");
      boolean passed = !lab.chance().happens(0.06);
      return Outcome.performed("record_analysis_qc", lab.stepFields().analysisQc(passed));
    };
  }
}
