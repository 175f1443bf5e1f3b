package io.tapline.demo;

import io.tapline.client.api.ClaimRequest;
import io.tapline.client.api.DispatchRequest;
import io.tapline.packs.wetlab.Platform;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs that are over when life begins, with their analyses at every stage. */
final class SeededRuns {

  /** How far each analysis goes, one after another. */
  private enum Reach {
    DONE,
    AWAITS_QC,
    FAILED_QC,
    OUTSIDE,
    WAITS
  }

  private final Lab lab;
  private final NightShift shift;

  SeededRuns(Lab lab, NightShift shift) {
    this.lab = lab;
    this.shift = shift;
  }

  void from(Map<Platform, List<String>> libraries) {
    var requests = new ArrayList<String>();
    libraries.forEach(
        (platform, some) -> {
          for (int i = 0; i < some.size(); i += Seeding.POOL) {
            var members = some.subList(i, i + Seeding.POOL);
            var pool = shift.pool(platform, members);
            var run = shift.run(platform, pool, members);
            requests.add(analyse(platform, pool, run, reach(requests.size())));
          }
        });
  }

  private static Reach reach(int number) {
    return Reach.values()[Math.min(number, Reach.values().length - 1)];
  }

  private String analyse(Platform platform, String pool, String run, Reach reach) {
    var request =
        lab.office().subjects().enqueue(Analysis.order(platform, pool, null)).subjectEuid();
    if (reach == Reach.WAITS) {
      return request;
    }
    var paper = lab.paperwork();
    var lease =
        lab.floor()
            .leases()
            .claim(ClaimRequest.by(shift.analyst()).subject(request).start(true))
            .claims()
            .get(0)
            .leaseEuid();
    lab.perform(
        "start_analysis_run",
        shift.analyst(),
        request,
        paper.analysis(Analysis.pipeline(platform), List.of(run)));
    if (reach == Reach.OUTSIDE) {
      lab.floor()
          .leases()
          .dispatch(
              DispatchRequest.of(shift.analyst(), request, lease, CloudBurst.reference(request)));
      return request;
    }
    lab.perform("record_analysis_artifacts", shift.analyst(), request, paper.artifacts(request));
    if (reach != Reach.AWAITS_QC) {
      lab.perform(
          "record_analysis_qc", shift.analyst(), request, paper.analysisQc(reach == Reach.DONE));
    }
    return request;
  }
}
