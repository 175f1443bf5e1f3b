package io.tapline.bench.scale;

import io.tapline.bench.report.Count;

/** How many are not yet ready, at a higher priority than those that are. */
final class DelayedFamily implements Family {

  @Override
  public String name() {
    return "delayed";
  }

  @Override
  public String title() {
    return "not yet ready, higher priority";
  }

  @Override
  public int claimers(Sizes sizes) {
    return sizes.threads();
  }

  @Override
  public void run(Ground ground, Sizes sizes, Filler filler, Gauge gauge) {
    try (var crew = Crew.of(ground.site(), sizes)) {
      var cycle = Cycle.plain(crew, sizes.burst(), filler);
      filler.ready(sizes.few());
      ground.database().settle();
      gauge.measure("none", cycle);
      filler.delayed(sizes.delayed());
      ground.database().settle();
      gauge.measure(Count.text(sizes.delayed()), cycle);
    }
  }
}
