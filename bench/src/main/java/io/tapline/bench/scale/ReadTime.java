package io.tapline.bench.scale;

import io.tapline.bench.report.Percentiles;

/**
 * How long one kind of read takes, in milliseconds.
 *
 * @param first with everything that later ones find in a cache
 */
record ReadTime(String read, double first, Percentiles all) {

  private static final int TIMES = 20;
  private static final double NANOS_PER_MILLI = 1e6;

  static ReadTime of(String read, Runnable reading) {
    var nanos = new long[TIMES];
    for (int i = 0; i < TIMES; i++) {
      long start = System.nanoTime();
      reading.run();
      nanos[i] = System.nanoTime() - start;
    }
    return new ReadTime(read, nanos[0] / NANOS_PER_MILLI, Percentiles.of(nanos));
  }
}
