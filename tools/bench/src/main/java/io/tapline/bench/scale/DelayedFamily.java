package io.tapline.bench.scale;

import io.tapline.bench.report.ShortNumber;

/** Varies the number of delayed subjects, which have a higher priority than the ready ones. */
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
