package io.tapline.bench.scale;

import io.tapline.bench.report.Spread;
import io.tapline.bench.site.EngineSite;
import io.tapline.tapdb.Json;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The cases of one family, which differ in one property, on their own database. The first case is
 * the empty one, the reference of the others.
 */
final class FamilyCases {

  /** The engine would take hours to finish more. */
  private static final int BY_THE_ENGINE = 1_000_000;

  private static final int OPEN_WINDOWS = 12;

  /** Limit of the size of a request. */
  private static final int REQUEST_BYTES = 4 * 1024 * 1024;

  /** Large payloads are measured with fewer jobs, because each job takes longer. */
  private static final int LARGE = 10 * 1024;

  private static final int KIB = 1024;
  private static final int THOUSAND = 1_000;
  private static final int SEED = 1;
  private static final double NANOS = 1e9;

  private final String family;
  private final ScaleDatabase at;
  private final ScaleSizes sizes;
  private final BacklogFiller filler;
  private final PrintStream out;
  private final Consumer<ScaleCell> cells;
  private final Consumer<ReadTime> reads;
  private Spread empty;

  /**
   * @param cells receives the result of each case
   * @param reads receives the result of each read
   */
  FamilyCases(
      String family,
      ScaleDatabase at,
      ScaleSizes sizes,
      PrintStream out,
      Consumer<ScaleCell> cells,
      Consumer<ReadTime> reads) {
    this.family = family;
    this.at = at;
    this.sizes = sizes;
    this.filler = new BacklogFiller(at.site(), out);
    this.out = out;
    this.cells = cells;
    this.reads = reads;
  }

  /** Varies the number of ready subjects. */
  void ready() {
    try (var claimers = claimers()) {
      int there = 0;
      for (int ready : sizes.ready()) {
        filler.ready(ready - there);
        there = ready;
        at.database().settle();
        measure(shortNumber(ready), claimers);
      }
    }
  }

  /**
   * Varies the number of finished subjects with evidence. The reads are measured with a large
   * backlog as well.
   */
  void finished() {
    try (var claimers = claimers()) {
      measureFew("none", claimers);
      int there = 0;
      for (int finished : sizes.finished()) {
        int byEngine = Math.max(there, Math.min(finished, BY_THE_ENGINE));
        filler.finished(byEngine - there);
        if (finished > byEngine) {
          filler.copiesOfFinished(at.database(), finished - byEngine);
        }
        there = finished;
        at.database().settle();
        measure(shortNumber(finished), claimers);
      }
    }
    if (sizes.reads() > 0) {
      int ready = Collections.max(sizes.ready());
      filler.ready(ready - sizes.few());
      new ReadMeasurement(at, ready, sizes.reads())
          .times(
              time -> {
                out.println("    " + time);
                reads.accept(time);
              });
    }
  }

  /** Varies the number of delayed subjects, which have a higher priority than the ready ones. */
  void delayed() {
    try (var claimers = claimers()) {
      measureFew("none", claimers);
      filler.delayed(sizes.delayed());
      at.database().settle();
      measure(shortNumber(sizes.delayed()), claimers);
    }
  }

  /** Varies the number of concurrent claimers. The backlog suffices for two claims of each. */
  void concurrentClaimers() {
    int burst = 2 * sizes.mostClaimers() * sizes.batch();
    filler.ready(burst + sizes.few());
    at.database().settle();
    measureClaimers(sizes.threads(), burst, sizes.threads() + ", as elsewhere");
    for (int count : sizes.claimers()) {
      measureClaimers(count, burst, Integer.toString(count));
    }
  }

  private void measureClaimers(int count, int burst, String label) {
    try (var claimers =
        new ParallelClaimers(at.site(), count, sizes.batch(), () -> EngineSite.QUEUE)) {
      measure(label, new Cycle(claimers, burst, this::refill), Math.max(sizes.jobs(), burst));
    }
  }

  /**
   * Varies the age of an open transaction: its snapshot keeps vacuum from removing rows that died
   * since.
   */
  void openTransaction() {
    try (var claimers = claimers();
        var bystander = at.database().connect()) {
      measureFew("none", claimers);
      bystander.setAutoCommit(false);
      bystander.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (var statement = bystander.createStatement()) {
        // The first statement takes the snapshot.
        statement.execute("select 1");
      }
      int windows = Math.min(OPEN_WINDOWS, sizes.openSeconds());
      var window = Duration.ofMillis(sizes.openSeconds() * 1_000L / windows);
      var cycle = new Cycle(claimers, sizes.burst(), this::refill);
      for (int i = 1; i <= windows; i++) {
        var label = window.multipliedBy(i).toSeconds() + " s";
        begin(label);
        end(label, Spread.of(List.of(cycle.rate(window))));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Varies the number of queues, with a batch ready in each of them. */
  void queues() {
    filler.ready(sizes.few());
    at.database().settle();
    measureQueues("1", () -> EngineSite.QUEUE);
    var queues =
        IntStream.range(0, sizes.queues()).mapToObj(i -> "queue-%05d".formatted(i)).toList();
    for (var queue : queues) {
      at.site().queue(queue);
      filler.add(sizes.batch(), WorkSource.plain(queue), BacklogFiller.MOST_AT_ONCE);
    }
    at.database().settle();
    var many = shortNumber(sizes.queues());
    var turn = new AtomicInteger();
    measureQueues(
        many + ", in turn", () -> queues.get(turn.getAndUpdate(i -> (i + 1) % queues.size())));
    measureQueues(many + ", any", () -> null);
  }

  private void measureQueues(String label, Supplier<String> queue) {
    try (var claimers = new ParallelClaimers(at.site(), sizes.threads(), sizes.batch(), queue)) {
      measure(label, claimers);
    }
  }

  /**
   * Varies the payload of a subject. The payload is random, because compressible text would distort
   * the result.
   */
  void payload() {
    try (var claimers = claimers()) {
      measureFew("none", claimers);
    }
    for (int bytes : sizes.payloads()) {
      measurePayload(bytes);
    }
  }

  /** Uses a separate queue, so that only these jobs are claimed. */
  private void measurePayload(int bytes) {
    var queue = "carrying-" + bytes;
    var random = new byte[bytes * 3 / 4];
    new Random(SEED).nextBytes(random);
    var data = Base64.getEncoder().encodeToString(random);
    var work = WorkSource.carrying(queue, Json.object().put("data", data));
    int most = Math.max(1, Math.min(BacklogFiller.MOST_AT_ONCE, REQUEST_BYTES / bytes));
    at.site().queue(queue);
    filler.add(sizes.few(), work, most);
    at.database().settle();
    try (var claimers =
        new ParallelClaimers(at.site(), sizes.threads(), sizes.batch(), () -> queue)) {
      var cycle =
          new Cycle(
              claimers,
              sizes.burst(),
              taken -> taken.values().forEach(count -> filler.add(count, work, most)));
      int jobs = bytes < LARGE ? sizes.jobs() : Math.max(sizes.burst(), sizes.jobs() / 10);
      measure(bytes % KIB == 0 ? bytes / KIB + " KB" : bytes + " B", cycle, jobs);
    }
  }

  private ParallelClaimers claimers() {
    return new ParallelClaimers(at.site(), sizes.threads(), sizes.batch(), () -> EngineSite.QUEUE);
  }

  /** Adds as many jobs without payload as were taken from each queue. */
  private void refill(Map<String, Integer> taken) {
    taken.forEach(
        (queue, count) -> filler.add(count, WorkSource.plain(queue), BacklogFiller.MOST_AT_ONCE));
  }

  /** Measures with the backlog of the empty case. */
  private void measureFew(String label, ParallelClaimers claimers) {
    filler.ready(sizes.few());
    at.database().settle();
    measure(label, claimers);
  }

  private void measure(String label, ParallelClaimers claimers) {
    measure(label, new Cycle(claimers, sizes.burst(), this::refill), sizes.jobs());
  }

  private void measure(String label, Cycle cycle, int jobs) {
    begin(label);
    if (empty == null) {
      // Compiled code, cached plans and warm buffers must not distort the first cell.
      cycle.rate(jobs, sizes.most());
    }
    var rates = new ArrayList<Double>();
    for (int round = 0; round < sizes.rounds(); round++) {
      rates.add(cycle.rate(jobs, sizes.most()));
      out.print('.');
      out.flush();
    }
    end(label, Spread.of(rates));
  }

  private void begin(String label) {
    out.printf("    %-36s ", label);
    out.flush();
  }

  private void end(String label, Spread rate) {
    if (empty == null) {
      empty = rate;
    }
    var cell = new ScaleCell(family, label, rate, rate.median() / empty.median());
    out.printf(Locale.ROOT, " %s jobs/s, %.2f of empty%n", rate.text(0), cell.ratio());
    cells.accept(cell);
  }

  /** Returns {@code 800}, {@code 100 k} or {@code 1 M}, if the short form is exact. */
  private static String shortNumber(int number) {
    if (number == 0 || number % THOUSAND != 0) {
      return Integer.toString(number);
    }
    int thousands = number / THOUSAND;
    return thousands % THOUSAND == 0 ? thousands / THOUSAND + " M" : thousands + " k";
  }

  /**
   * A work loop: a timed burst of claims and completions, then an untimed refill.
   *
   * @param refill receives the number of taken jobs by queue
   */
  private record Cycle(
      ParallelClaimers claimers, int burst, Consumer<Map<String, Integer>> refill) {

    /** Jobs per second over this number of jobs, or over those that are done within the time. */
    double rate(int jobs, Duration most) {
      double seconds = 0;
      int done = 0;
      while (done < jobs && seconds < most.toSeconds()) {
        int step = Math.min(burst, jobs - done);
        seconds += turn(step);
        done += step;
      }
      return done / seconds;
    }

    /** Jobs per second over this time. */
    double rate(Duration time) {
      double seconds = 0;
      int jobs = 0;
      long end = System.nanoTime() + time.toNanos();
      do {
        seconds += turn(burst);
        jobs += burst;
      } while (System.nanoTime() < end);
      return jobs / seconds;
    }

    private double turn(int jobs) {
      long start = System.nanoTime();
      var taken = claimers.work(jobs);
      double seconds = (System.nanoTime() - start) / NANOS;
      refill.accept(taken);
      return seconds;
    }
  }
}
