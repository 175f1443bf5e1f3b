package io.tapline.demo;

import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.DispatchBuilder;
import io.tapline.packs.wetlab.SequencingPlatform;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Seeds finished runs, with analyses at every stage. */
final class SeededRuns {

  /** The stages of the seeded analyses, in the order of their assignment. */
  private enum AnalysisReach {
    DONE,
    AWAITS_QC,
    FAILED_QC,
    OUTSIDE,
    WAITS
  }

  private final SimulatedLab lab;
  private final SeedingWorkers shift;

  SeededRuns(SimulatedLab lab, SeedingWorkers shift) {
    this.lab = lab;
    this.shift = shift;
  }

  void from(Map<SequencingPlatform, List<String>> libraries) {
    var requests = new ArrayList<String>();
    libraries.forEach(
        (platform, some) -> {
          for (int i = 0; i < some.size(); i += LabSeeding.POOL) {
            var members = some.subList(i, i + LabSeeding.POOL);
            var pool = shift.pool(platform, members);
            var run = shift.run(platform, pool, members);
            requests.add(analyse(platform, pool, run, reach(requests.size())));
          }
        });
  }

  private static AnalysisReach reach(int number) {
    return AnalysisReach.values()[Math.min(number, AnalysisReach.values().length - 1)];
  }

  private String analyse(
      SequencingPlatform platform, String pool, String run, AnalysisReach analysisReach) {
    var request =
        lab.office().subjects().enqueue(AnalysisOrder.order(platform, pool, null)).subjectEuid();
    if (analysisReach == AnalysisReach.WAITS) {
      return request;
    }
    var stepFields = lab.stepFields();
    var lease =
        lab.floor()
            .leases()
            .claim(
                ClaimBuilder.builder()
                    .workerEuid(shift.analyst())
                    .subjectEuid(request)
                    .start(true)
                    .build())
            .claims()
            .get(0)
            .leaseEuid();
    lab.perform(
        "start_analysis_run",
        shift.analyst(),
        request,
        stepFields.analysis(AnalysisOrder.pipeline(platform), List.of(run)));
    if (analysisReach == AnalysisReach.OUTSIDE) {
      lab.floor()
          .leases()
          .dispatch(
              DispatchBuilder.builder()
                  .workerEuid(shift.analyst())
                  .subjectEuid(request)
                  .leaseEuid(lease)
                  .externalRef(CloudAnalyses.reference(request))
                  .build());
      return request;
    }
    lab.perform(
        "record_analysis_artifacts", shift.analyst(), request, stepFields.artifacts(request));
    if (analysisReach != AnalysisReach.AWAITS_QC) {
      lab.perform(
          "record_analysis_qc",
          shift.analyst(),
          request,
          stepFields.analysisQc(analysisReach == AnalysisReach.DONE));
    }
    return request;
  }
}
