package io.tapline.bench.figures;

import io.tapline.bench.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All rounds of single figures.
 *
 * @param measurements the names of the measurements of the run
 * @param failures the reasons of failed measurements
 * @param rounds the figures, in the order of the rounds
 */
public record FigureReport(
    FigureSizes sizes,
    List<String> measurements,
    Map<String, String> failures,
    Map<Figure, List<Double>> rounds) {

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
}
