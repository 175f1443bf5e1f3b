package io.tapline.bench.figures;

import io.tapline.bench.host.BenchServer;
import java.util.function.ObjDoubleConsumer;

/** Measures figures that belong together. */
interface FigureMeasurement {

  /** One word, to choose it by. */
  String name();

  /** For people. */
  String title();

  /**
   * All rounds.
   *
   * @param measured receives each figure once per round
   */
  void run(BenchServer server, FigureSizes sizes, ObjDoubleConsumer<Figure> measured);
}
