package io.tapline.bench.scale;

import io.tapline.bench.report.ShortNumber;
import io.tapline.bench.site.EngineSite;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Varies the number of queues, with a batch ready in each of them. */
final class QueuesFamily implements CaseFamily {

  @Override
  public String name() {
    return "queues";
  }

  @Override
  public String title() {
    return "queues";
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
    backlogFiller.ready(sizes.few());
    scaleDatabase.database().settle();
    measure("1", () -> EngineSite.QUEUE, scaleDatabase, sizes, backlogFiller, familyMeasurement);
    var queues =
        IntStream.range(0, sizes.queues()).mapToObj(i -> "queue-%05d".formatted(i)).toList();
    for (var queue : queues) {
      scaleDatabase.site().queue(queue);
      backlogFiller.add(sizes.batch(), WorkSource.plain(queue), BacklogFiller.MOST_AT_ONCE);
    }
    scaleDatabase.database().settle();
    var many = ShortNumber.text(sizes.queues());
    measure(
        many + ", in turn", inTurn(queues), scaleDatabase, sizes, backlogFiller, familyMeasurement);
    measure(many + ", any", () -> null, scaleDatabase, sizes, backlogFiller, familyMeasurement);
  }

  private static Supplier<String> inTurn(List<String> queues) {
    var turn = new AtomicInteger();
    return () -> queues.get(turn.getAndUpdate(i -> (i + 1) % queues.size()));
  }

  private static void measure(
      String label,
      Supplier<String> queue,
      ScaleDatabase scaleDatabase,
      ScaleSizes sizes,
      BacklogFiller backlogFiller,
      FamilyMeasurement familyMeasurement) {
    try (var parallelClaimers =
        new ParallelClaimers(scaleDatabase.site(), sizes.threads(), sizes.batch(), queue)) {
      familyMeasurement.measure(
          label, WorkCycle.plain(parallelClaimers, sizes.burst(), backlogFiller));
    }
  }
}
