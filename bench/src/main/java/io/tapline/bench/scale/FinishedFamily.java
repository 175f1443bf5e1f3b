package io.tapline.bench.scale;

import io.tapline.bench.report.Count;
import java.util.Collections;

/** How many are finished and stay as evidence. With many ready as well, the reads are timed. */
final class FinishedFamily implements Family {

  @Override
  public String name() {
    return "finished";
  }

  @Override
  public String title() {
    return "finished subjects";
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
      int there = 0;
      for (int finished : sizes.finished()) {
        filler.finished(finished - there);
        there = finished;
        ground.database().settle();
        gauge.measure(Count.text(finished), cycle);
      }
    }
    if (sizes.reads() > 0) {
      int ready = Collections.max(sizes.ready());
      filler.ready(ready - sizes.few());
      gauge.read(new Reading(ground, ready, sizes.reads()));
    }
  }
}
