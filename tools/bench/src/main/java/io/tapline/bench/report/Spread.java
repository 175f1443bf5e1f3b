package io.tapline.bench.report;

import java.util.List;
import java.util.Locale;

/** The median and the range of a few figures. */
public record Spread(double median, double low, double high) {

  public static Spread of(List<Double> figures) {
    var sorted = figures.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
  }

  /** The form {@code 3,700 (3,500–3,900)}. */
  public String text(int decimals) {
    return "%s (%s–%s)"
        .formatted(number(median, decimals), number(low, decimals), number(high, decimals));
  }

  public static String number(double figure, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", figure);
  }
}
