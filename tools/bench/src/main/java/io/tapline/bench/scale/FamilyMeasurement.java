package io.tapline.bench.scale;

import io.tapline.bench.report.Spread;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures the cells of one family; the first is the empty case, the reference of the others. */
final class FamilyMeasurement {

  private final String family;
  private final ScaleSizes sizes;
  private final PrintStream out;
  private final Runnable changed;
  private final List<ScaleCell> cells = new ArrayList<>();
  private final List<ReadTime> reads = new ArrayList<>();

  /**
   * @param changed is called after each new result
   */
  FamilyMeasurement(String family, ScaleSizes sizes, PrintStream out, Runnable changed) {
    this.family = family;
    this.sizes = sizes;
    this.out = out;
    this.changed = changed;
  }

  /** Measures the configured number of jobs and rounds. */
  void measure(String label, WorkCycle workCycle) {
    measure(label, workCycle, sizes.jobs());
  }

  void measure(String label, WorkCycle workCycle, int jobs) {
    begin(label);
    if (cells.isEmpty()) {
      // Compiled code, cached plans and warm buffers must not distort the first cell.
      workCycle.rate(jobs, sizes.most());
    }
    var rates = new ArrayList<Double>();
    for (int round = 0; round < sizes.rounds(); round++) {
      rates.add(workCycle.rate(jobs, sizes.most()));
      out.print('.');
      out.flush();
    }
    end(label, Spread.of(rates));
  }

  /** Measures once, for this time. */
  void watch(String label, WorkCycle workCycle, Duration time) {
    begin(label);
    end(label, Spread.of(List.of(workCycle.rate(time))));
  }

  /** Measures read times with the current content. */
  void read(ReadMeasurement readMeasurement) {
    readMeasurement.times(
        time -> {
          reads.add(time);
          out.println("    " + time);
          changed.run();
        });
  }

  List<ReadTime> reads() {
    return List.copyOf(reads);
  }

  List<ScaleCell> cells() {
    return List.copyOf(cells);
  }

  private void begin(String label) {
    out.printf("    %-36s ", label);
    out.flush();
  }

  private void end(String label, Spread rate) {
    double empty = cells.isEmpty() ? rate.median() : cells.get(0).jobsPerSecond().median();
    var cell = new ScaleCell(family, label, rate, rate.median() / empty);
    cells.add(cell);
    out.printf(Locale.ROOT, " %s jobs/s, %.2f of empty%n", rate.text(0), cell.ratio());
    changed.run();
  }
}
