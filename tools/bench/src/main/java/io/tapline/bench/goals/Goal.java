package io.tapline.bench.goals;

import io.tapline.bench.report.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A figure and its bound.
 *
 * @param what the name of the figure
 * @param most whether the bound is an upper one
 * @param measured null when the figure was not measured
 * @param missing the reason for that; null otherwise
 */
public record Goal(String what, double bound, boolean most, Spread measured, String missing) {

  private static final String NONE = "–";
  private static final double WHOLE = 10;
  private static final String AT_MOST = "at_most";
  private static final String AT_LEAST = "at_least";

  static Goal atLeast(String what, double bound, Optional<Spread> measured, String otherwise) {
    return new Goal(what, bound, false, measured.orElse(null), reason(measured, otherwise));
  }

  static Goal atMost(String what, double bound, Optional<Spread> measured, String otherwise) {
    return new Goal(what, bound, true, measured.orElse(null), reason(measured, otherwise));
  }

  private static String reason(Optional<Spread> measured, String otherwise) {
    return measured.isPresent() ? null : otherwise;
  }

  /** Compares the median. */
  public boolean reached() {
    return measured != null && (most ? measured.median() <= bound : measured.median() >= bound);
  }

  List<String> row() {
    int decimals = bound < WHOLE ? 2 : 0;
    return List.of(
        what,
        (most ? "≤ " : "≥ ") + Spread.number(bound, decimals),
        measured == null ? NONE : measured.text(decimals),
        measured == null ? "not measured, " + missing : reached() ? "yes" : "no");
  }

  /** Reads the form of {@link #figures}. */
  static Goal read(JsonNode figures) {
    boolean most = figures.has(AT_MOST);
    return new Goal(
        figures.get("what").stringValue(),
        figures.get(most ? AT_MOST : AT_LEAST).doubleValue(),
        most,
        figures.has("measured") ? Spread.read(figures.get("measured")) : null,
        figures.path("not_measured").asString(null));
  }

  /** The machine-readable form. */
  Map<String, Object> figures() {
    var document = new LinkedHashMap<String, Object>();
    document.put("what", what);
    document.put(most ? AT_MOST : AT_LEAST, bound);
    if (measured == null) {
      document.put("not_measured", missing);
    } else {
      document.put("measured", measured);
      document.put("reached", reached());
    }
    return document;
  }
}
