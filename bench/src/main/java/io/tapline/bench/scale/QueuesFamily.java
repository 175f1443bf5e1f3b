package io.tapline.bench.scale;

import io.tapline.bench.report.Count;
import io.tapline.bench.site.Site;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** How many queues there are, with a batch ready in each of them. */
final class QueuesFamily implements Family {

  @Override
  public String name() {
    return "queues";
  }

  @Override
  public String title() {
    return "queues";
  }

  @Override
  public int claimers(Sizes sizes) {
    return sizes.threads();
  }

  @Override
  public void run(Ground ground, Sizes sizes, Filler filler, Gauge gauge) {
    filler.ready(sizes.few());
    ground.database().settle();
    measure("1", () -> Site.QUEUE, ground, sizes, filler, gauge);
    var queues =
        IntStream.range(0, sizes.queues()).mapToObj(i -> "queue-%05d".formatted(i)).toList();
    for (var queue : queues) {
      ground.site().queue(queue);
      filler.add(sizes.batch(), Work.plain(queue), Filler.MOST_AT_ONCE);
    }
    ground.database().settle();
    var many = Count.text(sizes.queues());
    measure(many + ", in turn", inTurn(queues), ground, sizes, filler, gauge);
    measure(many + ", any", () -> null, ground, sizes, filler, gauge);
  }

  private static Supplier<String> inTurn(List<String> queues) {
    var turn = new AtomicInteger();
    return () -> queues.get(turn.getAndUpdate(i -> (i + 1) % queues.size()));
  }

  private static void measure(
      String label,
      Supplier<String> queue,
      Ground ground,
      Sizes sizes,
      Filler filler,
      Gauge gauge) {
    try (var crew = new Crew(ground.site(), sizes.threads(), sizes.batch(), queue)) {
      gauge.measure(label, Cycle.plain(crew, sizes.burst(), filler));
    }
  }
}
