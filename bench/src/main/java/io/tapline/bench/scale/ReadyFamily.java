package io.tapline.bench.scale;

import io.tapline.bench.report.Count;

/** How many are ready. */
final class ReadyFamily implements Family {

  @Override
  public String name() {
    return "ready";
  }

  @Override
  public String title() {
    return "ready subjects";
  }

  @Override
  public int claimers(Sizes sizes) {
    return sizes.threads();
  }

  @Override
  public void run(Ground ground, Sizes sizes, Filler filler, Gauge gauge) {
    try (var crew = Crew.of(ground.site(), sizes)) {
      var cycle = Cycle.plain(crew, sizes.burst(), filler);
      int there = 0;
      for (int ready : sizes.ready()) {
        filler.ready(ready - there);
        there = ready;
        ground.database().settle();
        gauge.measure(Count.text(ready), cycle);
      }
    }
  }
}
