package io.tapline.bench.figures;

import io.tapline.bench.host.BenchServer;
import java.util.function.ObjDoubleConsumer;

/** Measures related figures. */
interface FigureMeasurement {

  /** One word, for its selection. */
  String name();

  /** The title for people. */
  String title();

  /**
   * Measures all rounds.
   *
   * @param measured receives each figure once per round
   */
  void run(BenchServer server, FigureSizes sizes, ObjDoubleConsumer<Figure> measured);
}
