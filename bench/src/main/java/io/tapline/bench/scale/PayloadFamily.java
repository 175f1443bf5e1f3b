package io.tapline.bench.scale;

import io.tapline.tapdb.Json;
import java.util.Base64;
import java.util.Random;

/** How much each subject carries. Random letters: text that compresses well would flatter. */
final class PayloadFamily implements Family {

  /** A request of this size is large enough. */
  private static final int REQUEST_BYTES = 4 * 1024 * 1024;

  /** Of these fewer are measured, since each costs more. */
  private static final int LARGE = 10 * 1024;

  private static final int KIB = 1024;

  private static final int SEED = 1;

  @Override
  public String name() {
    return "payload";
  }

  @Override
  public String title() {
    return "payload of a subject";
  }

  @Override
  public int claimers(Sizes sizes) {
    return sizes.threads();
  }

  @Override
  public void run(Ground ground, Sizes sizes, Filler filler, Gauge gauge) {
    filler.ready(sizes.few());
    ground.database().settle();
    try (var crew = Crew.of(ground.site(), sizes)) {
      gauge.measure("none", Cycle.plain(crew, sizes.burst(), filler));
    }
    for (int bytes : sizes.payloads()) {
      measure(bytes, ground, sizes, filler, gauge);
    }
  }

  /** In a queue of its own, so that only these are claimed. */
  private static void measure(int bytes, Ground ground, Sizes sizes, Filler filler, Gauge gauge) {
    var queue = "carrying-" + bytes;
    var work = Work.carrying(queue, Json.object().put("data", letters(bytes)));
    int most = Math.max(1, Math.min(Filler.MOST_AT_ONCE, REQUEST_BYTES / bytes));
    ground.site().queue(queue);
    filler.add(sizes.few(), work, most);
    ground.database().settle();
    var site = ground.site();
    try (var crew = new Crew(site, sizes.threads(), sizes.batch(), () -> queue)) {
      var cycle =
          new Cycle(
              crew,
              sizes.burst(),
              taken -> taken.values().forEach(count -> filler.add(count, work, most)));
      int jobs = bytes < LARGE ? sizes.jobs() : Math.max(sizes.burst(), sizes.jobs() / 10);
      gauge.measure(size(bytes), cycle, jobs);
    }
  }

  private static String size(int bytes) {
    return bytes % KIB == 0 ? bytes / KIB + " KB" : bytes + " B";
  }

  private static String letters(int bytes) {
    var random = new byte[bytes * 3 / 4];
    new Random(SEED).nextBytes(random);
    return Base64.getEncoder().encodeToString(random);
  }
}
