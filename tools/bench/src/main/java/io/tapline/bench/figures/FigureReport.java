package io.tapline.bench.figures;

import io.tapline.bench.report.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All rounds of single figures.
 *
 * @param names the measurements of the run
 * @param rounds the figures, in the order of the rounds
 * @param failures the reasons of failed measurements
 */
public record FigureReport(
    FigureSizes sizes,
    List<String> names,
    Map<Figure, List<Double>> rounds,
    Map<String, String> failures) {

  void add(Figure figure, double value) {
    rounds.computeIfAbsent(figure, any -> new ArrayList<>()).add(value);
  }

  void fail(String name, String reason) {
    failures.put(name, reason);
  }

  /**
   * The median of the rounds.
   *
   * @return empty unless all rounds were measured
   */
  public Optional<Spread> of(Figure figure) {
    return Optional.ofNullable(rounds.get(figure))
        .filter(measured -> measured.size() == sizes.rounds())
        .map(Spread::of);
  }

  /** The reason why a figure was not measured. */
  public String absence(Figure figure) {
    return failures.getOrDefault(figure.measurement(), "this system does not provide it");
  }

  /** All figures, in machine-readable form. */
  public Map<String, Object> figures() {
    var document = new LinkedHashMap<String, Object>();
    document.put("sizes", sizes);
    document.put("measurements", names);
    document.put("failures", failures);
    document.put("rounds", rounds);
    return document;
  }
}
