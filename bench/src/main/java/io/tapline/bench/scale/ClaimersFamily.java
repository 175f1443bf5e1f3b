package io.tapline.bench.scale;

import io.tapline.bench.site.Site;
import java.util.Collections;

/** How many claim at once. Enough is ready for each of them to claim twice. */
final class ClaimersFamily implements Family {

  @Override
  public String name() {
    return "claimers";
  }

  @Override
  public String title() {
    return "claimers at once";
  }

  @Override
  public int claimers(Sizes sizes) {
    return Math.max(sizes.threads(), Collections.max(sizes.claimers()));
  }

  @Override
  public void run(Ground ground, Sizes sizes, Filler filler, Gauge gauge) {
    int burst = 2 * claimers(sizes) * sizes.batch();
    filler.ready(burst + sizes.few());
    ground.database().settle();
    measure(
        ground, sizes, sizes.threads(), burst, sizes.threads() + ", as elsewhere", filler, gauge);
    for (int claimers : sizes.claimers()) {
      measure(ground, sizes, claimers, burst, Integer.toString(claimers), filler, gauge);
    }
  }

  private static void measure(
      Ground ground,
      Sizes sizes,
      int claimers,
      int burst,
      String label,
      Filler filler,
      Gauge gauge) {
    try (var crew = new Crew(ground.site(), claimers, sizes.batch(), () -> Site.QUEUE)) {
      gauge.measure(label, Cycle.plain(crew, burst, filler), Math.max(sizes.jobs(), burst));
    }
  }
}
