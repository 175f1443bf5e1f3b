package io.tapline.bench.goals;

import io.tapline.bench.report.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A figure that is to be reached.
 *
 * @param what is measured
 * @param bound the figure
 * @param most whether more than the bound is too much, and not less too little
 * @param measured null when it was not
 * @param missing why it was not measured; null when it was
 */
public record Goal(String what, double bound, boolean most, Spread measured, String missing) {

  private static final String NONE = "–";
  private static final double WHOLE = 10;

  static Goal atLeast(String what, double bound, Optional<Spread> measured, String otherwise) {
    return new Goal(what, bound, false, measured.orElse(null), reason(measured, otherwise));
  }

  static Goal atMost(String what, double bound, Optional<Spread> measured, String otherwise) {
    return new Goal(what, bound, true, measured.orElse(null), reason(measured, otherwise));
  }

  private static String reason(Optional<Spread> measured, String otherwise) {
    return measured.isPresent() ? null : otherwise;
  }

  /** By the median. */
  public boolean reached() {
    return measured != null && (most ? measured.median() <= bound : measured.median() >= bound);
  }

  List<String> row() {
    int decimals = bound < WHOLE ? 2 : 0;
    return List.of(
        what,
        measured == null ? NONE : measured.text(decimals),
        (most ? "≤ " : "≥ ") + Spread.number(bound, decimals),
        measured == null ? NONE : Spread.number(measured.median() / bound, 2),
        measured == null ? "not measured, " + missing : reached() ? "yes" : "no");
  }

  /** For a machine to read. */
  Map<String, Object> figures() {
    var document = new LinkedHashMap<String, Object>();
    document.put("what", what);
    document.put(most ? "at_most" : "at_least", bound);
    if (measured == null) {
      document.put("not_measured", missing);
    } else {
      document.put("measured", measured);
      document.put("measured_over_goal", measured.median() / bound);
      document.put("reached", reached());
    }
    return document;
  }
}
