package io.tapline.bench.scale;

import io.tapline.bench.report.ShortNumber;

/** Varies the number of ready subjects. */
final class ReadyFamily implements CaseFamily {

  @Override
  public String name() {
    return "ready";
  }

  @Override
  public String title() {
    return "ready subjects";
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
      int there = 0;
      for (int ready : sizes.ready()) {
        backlogFiller.ready(ready - there);
        there = ready;
        scaleDatabase.database().settle();
        familyMeasurement.measure(ShortNumber.text(ready), workCycle);
      }
    }
  }
}
