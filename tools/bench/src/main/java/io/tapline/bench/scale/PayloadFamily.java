package io.tapline.bench.scale;

import io.tapline.tapdb.Json;
import java.util.Base64;
import java.util.Random;

/**
 * Varies the payload of a subject. The payload is random, because compressible text would distort
 * the result.
 */
final class PayloadFamily implements CaseFamily {

  /** Limit of the size of a request. */
  private static final int REQUEST_BYTES = 4 * 1024 * 1024;

  /** Large payloads are measured with fewer jobs, because each job takes longer. */
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
    try (var parallelClaimers = ParallelClaimers.of(scaleDatabase.site(), sizes)) {
      familyMeasurement.measure(
          "none", WorkCycle.plain(parallelClaimers, sizes.burst(), backlogFiller));
    }
    for (int bytes : sizes.payloads()) {
      measure(bytes, scaleDatabase, sizes, backlogFiller, familyMeasurement);
    }
  }

  /** Uses a separate queue, so that only these jobs are claimed. */
  private static void measure(
      int bytes,
      ScaleDatabase scaleDatabase,
      ScaleSizes sizes,
      BacklogFiller backlogFiller,
      FamilyMeasurement familyMeasurement) {
    var queue = "carrying-" + bytes;
    var work = WorkSource.carrying(queue, Json.object().put("data", letters(bytes)));
    int most = Math.max(1, Math.min(BacklogFiller.MOST_AT_ONCE, REQUEST_BYTES / bytes));
    scaleDatabase.site().queue(queue);
    backlogFiller.add(sizes.few(), work, most);
    scaleDatabase.database().settle();
    var site = scaleDatabase.site();
    try (var parallelClaimers =
        new ParallelClaimers(site, sizes.threads(), sizes.batch(), () -> queue)) {
      var workCycle =
          new WorkCycle(
              parallelClaimers,
              sizes.burst(),
              taken -> taken.values().forEach(count -> backlogFiller.add(count, work, most)));
      int jobs = bytes < LARGE ? sizes.jobs() : Math.max(sizes.burst(), sizes.jobs() / 10);
      familyMeasurement.measure(size(bytes), workCycle, jobs);
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
