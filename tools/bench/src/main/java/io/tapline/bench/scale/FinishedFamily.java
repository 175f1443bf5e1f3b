package io.tapline.bench.scale;

import io.tapline.bench.report.ShortNumber;
import java.util.Collections;

/**
 * Varies the number of finished subjects with evidence. The reads are measured with a large backlog
 * as well.
 */
final class FinishedFamily implements CaseFamily {

  /** The engine would take hours to finish more. */
  private static final int BY_THE_ENGINE = 1_000_000;

  @Override
  public String name() {
    return "finished";
  }

  @Override
  public String title() {
    return "finished subjects";
  }

  @Override
  public int claimers(ScaleSizes sizes) {
    return sizes.threads();
  }

  @Override
  public void run(
      ScaleDatabase scaleDatabase,
      ScaleSizes sizes,
      BacklogFiller backlogFiller,
      FamilyMeasurement familyMeasurement) {
    try (var parallelClaimers = ParallelClaimers.of(scaleDatabase.site(), sizes)) {
      var workCycle = WorkCycle.plain(parallelClaimers, sizes.burst(), backlogFiller);
      backlogFiller.ready(sizes.few());
      scaleDatabase.database().settle();
      familyMeasurement.measure("none", workCycle);
      int there = 0;
      for (int finished : sizes.finished()) {
        int byEngine = Math.max(there, Math.min(finished, BY_THE_ENGINE));
        backlogFiller.finished(byEngine - there);
        if (finished > byEngine) {
          backlogFiller.copiesOfFinished(scaleDatabase.database(), finished - byEngine);
        }
        there = finished;
        scaleDatabase.database().settle();
        familyMeasurement.measure(ShortNumber.text(finished), workCycle);
      }
    }
    if (sizes.reads() > 0) {
      int ready = Collections.max(sizes.ready());
      backlogFiller.ready(ready - sizes.few());
      familyMeasurement.read(new ReadMeasurement(scaleDatabase, ready, sizes.reads()));
    }
  }
}
