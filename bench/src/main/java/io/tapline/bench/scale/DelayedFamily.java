package io.tapline.bench.scale;

import io.tapline.bench.report.ShortNumber;

/** How many are not yet ready, at a higher priority than those that are. */
final class DelayedFamily implements CaseFamily {

  @Override
  public String name() {
    return "delayed";
  }

  @Override
  public String title() {
    return "not yet ready, higher priority";
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
      backlogFiller.delayed(sizes.delayed());
      scaleDatabase.database().settle();
      familyMeasurement.measure(ShortNumber.text(sizes.delayed()), workCycle);
    }
  }
}
