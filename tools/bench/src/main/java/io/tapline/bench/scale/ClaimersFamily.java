package io.tapline.bench.scale;

import io.tapline.bench.site.EngineSite;
import java.util.Collections;

/** Varies the number of concurrent claimers. The backlog suffices for two claims of each. */
final class ClaimersFamily implements CaseFamily {

  @Override
  public String name() {
    return "claimers";
  }

  @Override
  public String title() {
    return "claimers at once";
  }

  @Override
  public int claimers(ScaleSizes sizes) {
    return Math.max(sizes.threads(), Collections.max(sizes.claimers()));
  }

  @Override
  public void run(
      ScaleDatabase scaleDatabase,
      ScaleSizes sizes,
      BacklogFiller backlogFiller,
      FamilyMeasurement familyMeasurement) {
    int burst = 2 * claimers(sizes) * sizes.batch();
    backlogFiller.ready(burst + sizes.few());
    scaleDatabase.database().settle();
    measure(
        scaleDatabase,
        sizes,
        sizes.threads(),
        burst,
        sizes.threads() + ", as elsewhere",
        backlogFiller,
        familyMeasurement);
    for (int claimers : sizes.claimers()) {
      measure(
          scaleDatabase,
          sizes,
          claimers,
          burst,
          Integer.toString(claimers),
          backlogFiller,
          familyMeasurement);
    }
  }

  private static void measure(
      ScaleDatabase scaleDatabase,
      ScaleSizes sizes,
      int claimers,
      int burst,
      String label,
      BacklogFiller backlogFiller,
      FamilyMeasurement familyMeasurement) {
    try (var parallelClaimers =
        new ParallelClaimers(
            scaleDatabase.site(), claimers, sizes.batch(), () -> EngineSite.QUEUE)) {
      familyMeasurement.measure(
          label,
          WorkCycle.plain(parallelClaimers, burst, backlogFiller),
          Math.max(sizes.jobs(), burst));
    }
  }
}
